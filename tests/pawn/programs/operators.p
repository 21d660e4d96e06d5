// options:
// says:
// prints: 7000\n-3000\n0 1 0\n6000 6000\n3010\ntrue\n5010\n1\n
native printf(const format[], {Float, _}: ...)
forward Num: operator+(Num: a, Num: b)
forward Num: operator-(Num: a)
forward bool: operator==(Num: a, Num: b)
forward bool: operator<(Num: a, Num: b)
forward Num: operator*(Num: a, b)
forward Num: operator=(v)
forward Num: operator++(Num: a)
forward bool: operator!(Num: a)
main() {
    new Num: a = 3, Num: b = 4
    printf("%d\n", _: (a + b))
    printf("%d\n", _: -a)
    printf("%d %d %d\n", a == b, a < b, b < a)
    printf("%d %d\n", _: (a * 2), _: (2 * a))
    a++
    printf("%d\n", _: a)
    if (a) printf("true\n")
    if (!a) printf("false\n")
    new Num: arr[2]
    arr[1] = 5
    arr[1]++
    printf("%d\n", _: arr[1])
    printf("%d\n", a < b < Num: 100000)
}
Num: operator+(Num: a, Num: b) return Num: ((_: a) + (_: b))
Num: operator-(Num: a) return Num: (-(_: a))
bool: operator==(Num: a, Num: b) return (_: a) == (_: b)
bool: operator<(Num: a, Num: b) return (_: a) < (_: b)
Num: operator*(Num: a, b) return Num: ((_: a) * b)
Num: operator=(v) return Num: (v * 1000)
Num: operator++(Num: a) return Num: ((_: a) + 10)
bool: operator!(Num: a) return (_: a) == 0
