import { type Document, isMap, parseDocument } from 'yaml'

/**
 * A YAML file whose data is changed to `after`. Members that stay the same keep their place, layout and comments; only what
 * differs is written anew, so that the difference an author sees is the change.
 */
export function patchYaml(text: string, after: object): string {
  const document: Document = parseDocument(text)
  if (!isMap(document.contents)) document.contents = document.createNode({})
  patchMap(document, [], after)
  return document.toString({ lineWidth: 0 })
}

function patchMap(document: Document, path: readonly string[], after: object): void {
  const node: unknown = path.length === 0 ? document.contents : document.getIn(path, true)
  const before: unknown = isMap(node) ? node.toJSON() : {}
  for (const key of Object.keys(isObject(before) ? before : {}))
    if (!Object.hasOwn(after, key)) document.deleteIn([...path, key])
  for (const [key, value] of Object.entries(after)) {
    const here = [...path, key]
    const was: unknown = isObject(before) ? Reflect.get(before, key) : undefined
    if (value === undefined) document.deleteIn(here)
    else if (isSame(was, value)) continue
    else if (isObject(was) && isObject(value)) patchMap(document, here, value)
    else document.setIn(here, document.createNode(value, { aliasDuplicateObjects: false }))
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
