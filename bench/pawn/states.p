// A machine of states: every step goes through the dispatch of its function.
new count = 0
new turns = 0

step(input) <walk:idle>
    {
    if (input & 1)
        state walk:left
    count++
    }

step(input) <walk:left>
    {
    if (input & 2)
        state walk:right
    count += 2
    }

step(input) <walk:right>
    {
    if (input & 4)
        state walk:idle
    count += 3
    turns++
    }

main()
    {
    state walk:idle
    for (new i = 0; i < 100000; i++)
        step(i ^ (i >> 3))
    return count + turns
    }
