/** Light or dark: what the system says, until the person says otherwise. */
export type Theme = 'light' | 'dark'

const KEY = 'sage-theme'
const system = matchMedia('(prefers-color-scheme: dark)')

export const currentTheme = (): Theme => chosen() ?? (system.matches ? 'dark' : 'light')

/** Follows the system as long as nobody chose. */
export function startTheme(onChange: () => void): void {
  apply()
  system.addEventListener('change', () => {
    apply()
    onChange()
  })
}

export function toggleTheme(): Theme {
  const next = currentTheme() === 'dark' ? 'light' : 'dark'
  try {
    localStorage.setItem(KEY, next)
  } catch {
    // A page opened from disk may have no storage: the choice then lasts as long as the page.
    remembered = next
  }
  apply()
  return next
}

let remembered: Theme | undefined

function chosen(): Theme | undefined {
  try {
    const kept = localStorage.getItem(KEY)
    return kept === 'dark' || kept === 'light' ? kept : remembered
  } catch {
    return remembered
  }
}

const apply = (): void => {
  document.documentElement.dataset['theme'] = currentTheme()
}
