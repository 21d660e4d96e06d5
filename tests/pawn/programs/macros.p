// options:
// says:
// prints: 10 6\n11\nmacro\n7 7 5\n7\nMAX 44\ngone\n
native printf(const format[], {Float, _}: ...)
#define MAX 10
#define add(%0,%1) ((%0)+(%1))
#define forever for (;;)
#define say:%0; printf(%0 ... "\n");
#define twice<%0> %0, %0
#define UNDER_LINE 5
#define first.%0(%1) call_%0(%1)
main() {
    printf("%d %d\n", MAX, add(1, 2) * 2)
    new n
    forever {
        if (++n > MAX) break
    }
    printf("%d\n", n)
    say: "macro"
    printf("%d %d %d\n", twice<7>, UNDER_LINE)
    printf("%d\n", add(add(1, 2), (3, 4)))
    printf("MAX %d\n", first.me(4))
#undef MAX
#if defined MAX
    printf("still\n")
#else
    printf("gone\n")
#endif
}
call_me(n) return n * 11
