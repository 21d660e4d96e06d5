// options:
// says: 085@4 085@5
// prints:
f() <> return 1
new v <>
main() return f() + v
