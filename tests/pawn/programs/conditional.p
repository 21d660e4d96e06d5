// options:
// says:
// prints: two\nand\nnested\nmain\n
native printf(const format[], {Float, _}: ...)
#define LEVEL 2
const limit = 5
main() {
#if LEVEL == 1
    printf("one\n")
#elseif LEVEL == 2
    printf("two\n")
#else
    printf("else\n")
#endif
#if defined LEVEL && limit > 3
    printf("and\n")
#endif
#if !defined NOPE
    #if 0
        printf("inner\n")
    #else
        printf("nested\n")
    #endif
#endif
#if defined main
    printf("main\n")
#endif
#assert limit == 5
#tryinclude "there is no such file"
}
#endinput
this is not read
