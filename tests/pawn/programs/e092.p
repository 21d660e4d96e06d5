// options:
// says: 092@4
// prints:
main() return 12ab
