// Building texts by hand, packed and unpacked: numbers to digits, words turned around, a checksum.
const ROOM = 64

append(text[], room, character)
    {
    new length = 0
    while (length < room - 1 && text[length] != 0)
        length++
    if (length < room - 1)
        {
        text[length] = character
        text[length + 1] = 0
        }
    }

reverse(text[])
    {
    new last = 0
    while (text[last])
        last++
    last--
    for (new first = 0; first < last; first++, last--)
        {
        new keep = text[first]
        text[first] = text[last]
        text[last] = keep
        }
    }

digits(text[], room, value)
    {
    text[0] = 0
    do
        {
        append(text, room, '0' + value % 10)
        value /= 10
        }
    while (value > 0)
    reverse(text)
    }

pack(packed[], const text[])
    {
    new i = 0
    while (text[i])
        {
        packed{i} = text[i]
        i++
        }
    packed{i} = 0
    return i
    }

main()
    {
    new text[ROOM]
    new packed[ROOM char]
    new total = 0
    for (new i = 0; i < 4000; i++)
        {
        digits(text, ROOM, i * 7919)
        new length = pack(packed, text)
        for (new k = 0; k < length; k++)
            total = total * 33 + packed{k}
        }
    return total
    }
