// options:
// says: 018@4 018@5
// prints:
new a[2] = {1, 2, 3}
new b[2][2] = { {1, 2}, {3, 4}, {5, 6} }
main() return a[0] + b[0][0]
