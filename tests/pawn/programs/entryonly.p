// options:
// says:
// prints:
forward public only()
public only() return 1
