// options:
// says: 207@4
// prints:
#pragma nothing known
main() return 0
