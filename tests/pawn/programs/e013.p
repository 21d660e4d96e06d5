// options:
// says: 203@4 013@5
// prints:
helper() return 1
