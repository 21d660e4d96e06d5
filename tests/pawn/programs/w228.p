// options:
// says: 228@6 018@6
// prints:
enum box { width, name[3] }
main() {
    new b[box] = {1, "too long"}
    return b[width]
}
