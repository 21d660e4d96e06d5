// options:
// says: 229@9-10 229@10
// prints:
enum A { a1, a2 }
enum B { b1, b2 }
f(x[A]) return x[a1]
main() {
    new p[A], q[B]
    p = q
    return f(q)
}
