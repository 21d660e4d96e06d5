// options:
// says:
// prints: 4\nout\n
native printf(const format[], {Float, _}: ...)
main() {
    new n = 0
again:
    n++
    if (n < 4) goto again
    printf("%d\n", n)
    {
        new x = 5
        if (x > 3) goto out
        printf("no\n")
    }
out:
    printf("out\n")
}
