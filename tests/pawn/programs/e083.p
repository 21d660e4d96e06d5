// options:
// says: 083@4
// prints:
f() <a:x, b:y> return 1
main() return f()
