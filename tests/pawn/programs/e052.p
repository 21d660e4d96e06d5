// options:
// says: 052@4
// prints:
new a[3][2] = { {1, 2}, {3, 4} }
main() return a[0][0]
