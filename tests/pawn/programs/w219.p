// options:
// says: 219@6 029@6-7 219@8 219@13 203@13 203@5
// prints:
new g
main() {
    new g = 1
    {
        new g = 2
        g++
    }
    return g
}
f(g) return g
