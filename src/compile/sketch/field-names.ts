import type { GraphFile } from '../../graph/file/graph-file.ts'

type Type = 'boolean' | 'string'

/** One name a question, over all procedures of a sketch; a name taken by another kind of question gets a number. */
export class FieldNames {
  readonly #types = new Map<string, Type>()
  readonly #known = new Map<string, string>()

  /** `time` tells apart questions in the same words whose answers may differ. */
  field(wanted: string, type: Type, time = ''): string {
    const key = `${wanted} ${type} ${time}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const free = (name: string): boolean => !this.#types.has(name) && name !== 'intent'
    let name = wanted
    for (let copy = 2; !free(name); copy += 1) name = `${wanted}_${copy}`
    this.#types.set(name, type)
    this.#known.set(key, name)
    return name
  }

  declared(): GraphFile['fields'] {
    return Object.fromEntries([...this.#types].map(([name, type]) => [name, { type }]))
  }
}
