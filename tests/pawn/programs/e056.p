// options:
// says: 056@4 056@6 056@9 203@5 203@9
// prints:
public a[5]
main() {
    new @local = 1
    return @local
}
f(@arg) return @arg
