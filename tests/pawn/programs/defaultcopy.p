// options:
// says:
// prints: 1 2 3 4 \n1 2 3 4 \n
native printf(const format[], {Float, _}: ...)
main() {
    t()
    t()
}
t(a[4] = {1, 2, ...}) {
    for (new i = 0; i < 4; i++) printf("%d ", a[i]++)
    printf("\n")
}
