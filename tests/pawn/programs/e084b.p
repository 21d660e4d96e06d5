// options:
// says: 084@5
// prints:
f() <x> return 1
f() <x> return 2
main() return f()
