// options:
// says:
// prints: neg -6\nzero -5\npos 10\n
native printf(const format[], {Float, _}: ...)
main() {
    for (new i = -1; i <= 1; i++)
        printf("%s %d\n", i < 0 ? "neg" : i == 0 ? "zero" : "pos", i > 0 ? i * 10 : f(i))
}
f(n) return n - 5
