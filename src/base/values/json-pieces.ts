/**
 * A document as JSON for people, piece by piece: indented, lists of plain values on one line. Two reasons not to use
 * JSON.stringify with an indent: a list of 1,000 numbers would take 1,000 lines, and the whole text would be in memory.
 */
export function* jsonPieces(document: unknown): Generator<string> {
  let waiting = ''
  for (const piece of written(document, '')) {
    waiting += piece
    if (waiting.length < PIECE_CHARS) continue
    yield waiting
    waiting = ''
  }
  yield `${waiting}\n`
}

const PIECE_CHARS = 65_536
const INDENT = '  '

function* written(value: unknown, indent: string): Generator<string> {
  if (!isBranch(value)) return yield JSON.stringify(value) ?? 'null'
  const deeper = indent + INDENT
  const [opening, closing] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const members = membersOf(value)
  if (members.length === 0) return yield opening + closing
  // Most of a document are small objects of plain values: a generator for each of their values would take most of the time.
  if (members.every(({ value: member }) => !isBranch(member))) {
    const lines = members.map(
      ({ name, value: member }) => `${deeper}${name}${JSON.stringify(member) ?? 'null'}`,
    )
    return yield `${opening}\n${lines.join(',\n')}\n${indent}${closing}`
  }
  yield opening
  for (const [place, { name, value: member }] of members.entries()) {
    yield `${place === 0 ? '' : ','}\n${deeper}${name}`
    yield* written(member, deeper)
  }
  yield `\n${indent}${closing}`
}

/** What takes lines of its own. */
const isBranch = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !('toJSON' in value) &&
  !(Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null))

function membersOf(value: object): readonly { readonly name: string; readonly value: unknown }[] {
  if (Array.isArray(value)) return value.map((item: unknown) => ({ name: '', value: item }))
  return Object.entries(value)
    .filter(([, member]) => member !== undefined && typeof member !== 'function')
    .map(([name, member]) => ({ name: `${JSON.stringify(name)}: `, value: member }))
}
