// options:
// says: 068@4
// prints:
#pragma rational Fixed(12)
main() return 0
