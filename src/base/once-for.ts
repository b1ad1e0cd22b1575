/** Works something out once for each object, and keeps it as long as the object lives. */
export function onceFor<Key extends object, Made>(workOut: (key: Key) => Made): (key: Key) => Made {
  const made = new WeakMap<Key, Made>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const value = workOut(key)
    made.set(key, value)
    return value
  }
}
