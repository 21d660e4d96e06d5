// options:
// says:
// prints: 1\n
native printf(const format[], {Float, _}: ...)
main() {
    new total
    for (new i = 0; i < 3; i++) {
        for (new j = 0; j < 3; j++) {
            new k = i * j
            if (k == 2) continue
            if (k > 3) break
            total += k
        }
    }
    printf("%d\n", total)
}
