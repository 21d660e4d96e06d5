// options:
// says:
// prints: !3
native printf(const format[], {Float, _}: ...)
main() {
    new big[9000]
    big[8999] = 5
    printf("%d\n", big[8999])
}
