// options:
// says: 200@4 200@5
// prints:
new abcdefghijklmnopqrstuvwxyz0123456789 = 1
main() return abcdefghijklmnopqrstuvwxyz0123456789
