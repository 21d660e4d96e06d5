// options:
// says:
// prints: hello\n
native printf(const format[], {Float, _}: ...)
main() { printf("hello\n"); }
