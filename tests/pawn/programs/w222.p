// options:
// says: 222@5
// prints:
#pragma rational Fixed(3)
main() return _: 1.23456
