import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useQueries } from '../data/queries.ts'
import { currentTheme, startTheme, toggleTheme } from '../theme.ts'
import { words } from '../words.ts'

const PAGES = [
  ['/summary', words.nav.summary],
  ['/', words.nav.leaderboard],
  ['/runs', words.nav.runs],
  ['/packs', words.nav.packs],
  ['/desks', words.nav.desks],
  ['/start', words.nav.start],
  ['/compare', words.nav.compare],
  ['/review', words.nav.review],
] as const

/** What only a server can answer. */
const LIVE_PAGES: readonly string[] = ['/compare', '/review', '/desks', '/start']

/** What stands around every page. */
export function Shell() {
  const { data: about } = useQuery(useQueries().about())
  const pages = about?.live === false ? PAGES.filter(([to]) => !LIVE_PAGES.includes(to)) : PAGES
  return (
    <div className="min-h-screen">
      <button
        type="button"
        onClick={skip}
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded focus:bg-raised focus:px-3 focus:py-2"
      >
        {words.skip}
      </button>
      <header className="sticky top-0 z-30 border-b border-line bg-paper">
        <div className="mx-auto flex max-w-[1440px] flex-wrap items-center gap-x-6 px-4 sm:px-6">
          <Link to="/" className="flex items-baseline gap-1.5 py-3 text-ink hover:no-underline">
            <span className="text-[17px] font-semibold tracking-[0.04em]">{words.product}</span>
            <span className="text-[15px] text-faint">
              {about?.live === false ? words.report : words.studio}
            </span>
          </Link>
          <nav
            aria-label={words.nav.label}
            className="order-3 -mx-4 flex w-[calc(100%+2rem)] gap-1 overflow-x-auto px-2.5 sm:order-none sm:mx-0 sm:w-auto sm:px-0"
          >
            {pages.map(([to, name]) => (
              <Link
                key={to}
                to={to}
                activeOptions={{ exact: to === '/', includeSearch: false }}
                className="whitespace-nowrap border-b-2 border-transparent px-2 py-3 text-soft hover:text-ink hover:no-underline data-[status=active]:border-ink data-[status=active]:text-ink max-sm:py-2"
              >
                {name}
              </Link>
            ))}
          </nav>
          <span className="ml-auto">
            <ThemeButton />
          </span>
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto max-w-[1440px] px-4 pb-24 pt-6 outline-none sm:px-6"
      >
        {about?.redacted === true && (
          <p className="mb-5 rounded-md bg-sunken px-3 py-1.5 text-[13.5px] text-soft">
            {words.file.redacted}
          </p>
        )}
        <Outlet />
      </main>
    </div>
  )
}

/** A link would change the address behind the #, which is the page's. */
const skip = (): void => document.getElementById('content')?.focus()

function ThemeButton() {
  const [theme, setTheme] = useState(currentTheme)
  useEffect(() => startTheme(() => setTheme(currentTheme())), [])
  const label = theme === 'dark' ? words.nav.light : words.nav.dark
  return (
    <button
      type="button"
      onClick={() => setTheme(toggleTheme())}
      aria-label={label}
      title={label}
      className="grid size-9 place-items-center rounded-full text-soft hover:bg-sunken hover:text-ink"
    >
      <svg viewBox="0 0 20 20" className="size-4.5" aria-hidden="true">
        {theme === 'dark' ? (
          <g fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round">
            <circle cx="10" cy="10" r="3.4" />
            <path d="M10 2v2M10 16v2M2 10h2M16 10h2M4.3 4.3l1.4 1.4M14.3 14.3l1.4 1.4M15.7 4.3l-1.4 1.4M5.7 14.3l-1.4 1.4" />
          </g>
        ) : (
          <path
            d="M16.5 12.2A7 7 0 0 1 7.8 3.5a7 7 0 1 0 8.7 8.7Z"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.6"
            strokeLinejoin="round"
          />
        )}
      </svg>
    </button>
  )
}
