// options: -t4
// says:
// prints: ab
native printf(const format[], {Float, _}: ...)
main() {
    printf("a")
	printf("b")
}
