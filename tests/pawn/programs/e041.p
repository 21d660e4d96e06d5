// options:
// says: 041@4 041@5
// prints:
new a[] = {1, ...}
new b[3] = {...}
main() return a[0] + b[0]
