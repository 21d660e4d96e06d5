"""A stranger reads our JSON: each line of messages.golden gives the same bytes through Google's own library, and what
it writes back is what we wrote. PROTOC: the compiler; SOURCE: the project."""
import os, subprocess, sys, tempfile

source = os.environ['SOURCE']
print('1..2')
try:
    from google.protobuf import json_format
except ImportError:
    print('ok 1 - every message # SKIP python3-protobuf is not installed')
    print('ok 2 - every message of the table is there # SKIP python3-protobuf is not installed')
    sys.exit(0)
with tempfile.TemporaryDirectory() as folder:
    subprocess.run([os.environ['PROTOC'], '--python_out=' + folder, '--proto_path=' + source + '/schema', 'vector.proto'], check=True)
    sys.path.insert(0, folder)
    import vector_pb2

bad, count, seen = [], 0, set()
for line in open(source + '/tests/api/messages.golden', encoding='utf-8'):
    name, text, hexadecimal = line.rstrip('\n').split('\t')
    kind = getattr(vector_pb2, name)
    message = json_format.Parse(text, kind())
    count += 1
    seen.add(name)
    if message.SerializeToString(deterministic=True) != bytes.fromhex(hexadecimal):
        bad.append(name)
    again = kind.FromString(bytes.fromhex(hexadecimal))
    if again != message and 'nan' not in str(message):
        bad.append(name + ' (from bytes)')
for name in bad:
    print('# differs:', name)
print('not ok' if bad or count < 500 else 'ok', f'1 - every message: {count} of them')
missing = set(vector_pb2.DESCRIPTOR.message_types_by_name) - seen
for name in missing:
    print('# not in the golden file:', name)
print('not ok' if missing else 'ok', '2 - every message of the table is there')
