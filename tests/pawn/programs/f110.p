// options:
// says: 110@4
// prints:
#assert 1 == 2
main() return 0
