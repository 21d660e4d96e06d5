// options:
// says:
// prints: 7\n
native printf(const format[], {Float, _}: ...)
public @kept = 7
#if !defined late
public @early = 5
public @more[40] = { 1, ... }
#endif
main() {
#if !defined late
    @early++
    @more[3] = @early
#endif
    late()
    printf("%d\n", @kept)
}
late() {}
