// options:
// says: 089@5
// prints:
new v <a> = 5
f() <a> return v
main() return f()
