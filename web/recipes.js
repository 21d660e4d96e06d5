// Programs that greet this robot, to be copied and pasted into a terminal: one text for each way in. They are made of
// what the robot says of its doors (Clients).
//
//   for (const {id, name, text} of recipesOf(clients, location.hostname)) …
const ANY = '0.0.0.0', HERE = '127.0.0.1';
// Whatever a name or folder holds stays one word of the shell, or one string of Python and C.
const word = s => /^[\w@%+=:,./-]+$/.test(s) ? s : `'${s.replaceAll("'", "'\\''")}'`;
const string = s => JSON.stringify(s);
const end = (program, text) => `${program} <<'END'\n${text}\nEND\n`;

// Where this browser's machine finds what listens at every address.
const reached = (address, host) => address !== ANY ? address : /^\d+(\.\d+){3}$/.test(host) ? host : HERE;

function vector(c, host) {
  const ip = reached(c.address, host), cert = `~/.anki_vector/${word(`${c.name}-${c.serial}.cert`)}`;
  const setup = ['critter sdk setup', ip !== HERE && `--ip ${ip}`, `--port ${c.port}`,
    c.state && `--state ${word(c.state)}`].filter(Boolean).join(' ') + '\n';
  return [
    {id: 'python', name: 'Python SDK', text: setup + end('python3 -', `import anki_vector
with anki_vector.Robot(${string(c.serial)}) as robot:
    robot.behavior.say_text("Hello")`)},
    {id: 'curl', name: 'curl', text: `${setup}guid=$(sed -n '/^\\[${c.serial}\\]/,/^guid/s/^guid = //p' \
~/.anki_vector/sdk_config.ini)
curl --cacert ${cert} --resolve ${word(c.name)}:${c.port}:${ip} \\
     -H "Authorization: Bearer $guid" -d '{}' https://${word(c.name)}:${c.port}/v1/battery_state\n`},
    {id: 'c', name: 'C', text: setup + end('cat > hello.c', `#include <critter/vector.h>
#include <stdio.h>
int main(void) {
    char why[256];
    struct critter_vector *vector = critter_vector_meet(${string(c.serial)}, why, sizeof why);
    if (!vector) return fprintf(stderr, "%s\\n", why), 1;
    critter_vector_say_wait(vector, "Hello", 10000);
    critter_vector_disconnect(vector);
    return 0;
}`) + 'cc hello.c -o hello $(pkg-config --cflags --libs critter) && ./hello\n'},
  ];
}

function cozmo(c, host) {
  const ip = reached(c.address, host);
  return [
    {id: 'python', name: 'pycozmo', text: end('python3 -', `import time, pycozmo
pycozmo.conn.ROBOT_ADDR = (${string(ip)}, ${c.port})
with pycozmo.connect() as cozmo:
    cozmo.set_head_angle(angle=0.6)
    time.sleep(2)`)},
    {id: 'shell', name: 'Terminal',
      text: `critter cozmo drive --at ${ip}:${c.port} --left 40 --right 40 --seconds 1\n`},
    {id: 'c', name: 'C', text: end('cat > hello.c', `#include <critter/cozmo.h>
#include <stdio.h>
int main(void) {
    struct critter_cozmo_config config = {sizeof config, ${string(`${ip}:${c.port}`)}};
    char why[256];
    struct critter_cozmo *cozmo = critter_cozmo_connect(&config, why, sizeof why);
    if (!cozmo) return fprintf(stderr, "%s\\n", why), 1;
    critter_cozmo_set_head_angle_wait(cozmo, 0.6f, 5000);
    critter_cozmo_disconnect(cozmo);
    return 0;
}`) + 'cc hello.c -o hello $(pkg-config --cflags --libs critter) && ./hello\n'},
  ];
}

export const recipesOf = (c, host) => ({vector, cozmo})[c.speaks]?.(c, host) ?? [];
