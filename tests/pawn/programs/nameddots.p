// options:
// says:
// prints: 7\n7\n
native printf(const format[], {Float, _}: ...)
main() {
    printf("%d\n", diff(.from = 3, .to = 10))
    printf("%d\n", diff(3, .to = 10))
}
diff(from, to) return to - from
