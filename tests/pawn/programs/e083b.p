// options:
// says: 083@7
// prints:
f() <a:x> return 1
f() <b:y> return 1
main() return f()
