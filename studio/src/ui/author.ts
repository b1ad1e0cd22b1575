import { useState } from 'react'

const KEY = 'sage-author'

/** Who is reviewing: asked once, kept by this browser. */
export function useAuthor(): readonly [string, (name: string) => void] {
  const [author, setAuthor] = useState(kept)
  return [
    author,
    (name) => {
      setAuthor(name)
      try {
        localStorage.setItem(KEY, name)
      } catch {
        // Without storage it is asked again next time.
      }
    },
  ]
}

function kept(): string {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}
