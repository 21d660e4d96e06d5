// options:
// says:
// prints: 2\n
native printf(const format[], {Float, _}: ...)
stock unused_function() return 1
stock used_function() return 2
stock unused_variable = 4
main() printf("%d\n", used_function())
