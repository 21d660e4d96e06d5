// options: -cnosuchpage
// says: 108@0
// prints:
main() return 0
