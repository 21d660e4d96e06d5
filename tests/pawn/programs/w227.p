// options:
// says: 227@6 018@6
// prints:
enum pair { left, right }
main() {
    new p[pair] = {1, 2, 3}
    return p[left]
}
