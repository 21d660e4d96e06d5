// options:
// says: 010@10 017@11
// prints:
native printf(const format[], {Float, _}: ...)
forward @tick(n)
forward public other(a, b)
@tick(n) return n
public other(a, b) return a + b
public var = 5
@at = 6
main() printf("%d %d\n", var, @at)
