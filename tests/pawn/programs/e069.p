// options:
// says: 069@5
// prints:
#pragma rational Fixed(3)
#pragma rational Float
main() return 0
