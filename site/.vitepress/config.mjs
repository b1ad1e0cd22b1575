import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'

const SITE = join(dirname(fileURLToPath(import.meta.url)), '..')
const nav = JSON.parse(readFileSync(join(SITE, 'nav.json'), 'utf8'))
// A page that nav.json does not place is found under More.
const placed = new Set(nav.flatMap(({ pages }) => pages))
const more = readdirSync(join(SITE, 'pages'))
  .filter((file) => file.endsWith('.md') && file !== 'index.md')
  .map((file) => file.replace('.md', ''))
  .filter((page) => !placed.has(page))
if (more.length > 0) nav.push({ title: 'More', pages: more })
const titleOf = (page) =>
  /^# (.+)$/m.exec(readFileSync(join(SITE, 'pages', `${page}.md`), 'utf8'))?.[1] ?? page

// A dead link fails the build. Nothing is fetched: search is an index of our own pages.
export default defineConfig({
  title: 'SAGE',
  description:
    'Tests whether an AI customer-service agent follows your procedures while customers push back.',
  srcDir: 'pages',
  outDir: 'dist',
  cleanUrls: true,
  lastUpdated: false,
  ignoreDeadLinks: 'localhostLinks',
  // The default colours of comments in code are too faint to read.
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => {
      // An indented block has no frame to scroll in: on a phone it would push the whole page wider.
      md.renderer.rules.code_block = (tokens, at, ...rest) => {
        tokens[at].info = 'text'
        return md.renderer.rules.fence(tokens, at, ...rest)
      }
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    notFound: { linkText: 'Take me home', linkLabel: 'Take me home' },
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Reference', link: '/reference' },
    ],
    sidebar: nav.map(({ title, pages }) => ({
      text: title,
      items: pages.map((page) => ({ text: titleOf(page), link: `/${page}` })),
    })),
    outline: [2, 3],
  },
})
