// options:
// says: 088@4 088@6
// prints:
public v <a>
f() <a> {
    new l <a>
    return l
}
main() return f() + v
