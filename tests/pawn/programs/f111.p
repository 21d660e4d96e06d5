// options:
// says: 111@4
// prints:
#error that will not do
main() return 0
