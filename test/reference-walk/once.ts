/** Works a thing out once for each key: graphs and steps do not change, so asking again could only be slower. */
export function once<Key extends object, T>(work: (key: Key) => T): (key: Key) => T {
  const found = new WeakMap<Key, { readonly is: T }>()
  return (key) => {
    const known = found.get(key)
    if (known !== undefined) return known.is
    const is = work(key)
    found.set(key, { is })
    return is
  }
}
