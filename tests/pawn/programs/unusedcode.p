// options:
// says: 203@4 203@4 203@5
// prints:
first() return second()
second() return third()
third() return 1
main() return 0
