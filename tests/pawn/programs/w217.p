// options:
// says: 217@7 217@8 217@10
// prints:
native printf(const format[], {Float, _}: ...)
main() {
    printf("a")
      printf("b")
    if (f())
        printf("c")
        printf("d")
}
f() return 1
