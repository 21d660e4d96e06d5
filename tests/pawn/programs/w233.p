// options:
// says: 233@5
// prints:
new v
new v <a>
f() <a> return v
main() {
    state a
    v = 5
    return f() + v
}
