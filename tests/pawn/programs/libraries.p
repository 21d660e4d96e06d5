// options:
// says:
// prints: lib\n
native printf(const format[], {Float, _}: ...)
#pragma library Console
main() printf("lib\n")
