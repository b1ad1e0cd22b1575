// Copies docs/ into site/pages, as VitePress reads it. Links to other files of the repository become plain text there.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const SITE = dirname(fileURLToPath(import.meta.url))
const ROOT = dirname(SITE)
const PAGES = join(SITE, 'pages')
const BESIDE = {
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'ARCHITECTURE.md': 'architecture.md',
}

/** Every page: where it comes from, relative to the repository, and where it goes, relative to the site. */
export function pages() {
  const docs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.md'),
  )
  return new Map([...docs.map((path) => [`docs/${path}`, path]), ...Object.entries(BESIDE)])
}

/** A link to a page leads to its place in the site, a picture to its copy; a link to any other file is shown as its name. */
export function withLinks(text, from, all) {
  return text.replaceAll(/(!?)\[([^\]]+)\]\(([^)\s]+)\)/g, (whole, picture, words, target) => {
    if (/^[a-z]+:|^#/.test(target)) return whole
    const [path = '', anchor] = target.split('#')
    const file = relative(ROOT, resolve(ROOT, dirname(from), path))
    if (picture !== '') return `![${words}](${file.replace('docs/', '/')})`
    const to = all.get(file)
    if (to === undefined) return words.startsWith('`') ? words : `${words} (\`${file}\`)`
    const place = relative(dirname(all.get(from)), to)
    return `[${words}](${place.startsWith('.') ? place : `./${place}`}${anchor === undefined ? '' : `#${anchor}`})`
  })
}

/** Angle brackets outside of code are markup to VitePress: `<trial>` would be a component. */
const withoutMarkup = (text) =>
  text
    .split(/(^ *```[\s\S]*?^ *```|`[^`\n]+`|<!--[\s\S]*?-->|^ {4}.*$)/m)
    .map((part, index) =>
      index % 2 === 1 ? part.replace(/^<!--[\s\S]*-->$/, '') : part.replaceAll('<', '&lt;'),
    )
    .join('')
    .replaceAll('{{', '{&#123;')

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(PAGES, { recursive: true, force: true })
  const all = pages()
  for (const [from, to] of all) {
    mkdirSync(dirname(join(PAGES, to)), { recursive: true })
    writeFileSync(
      join(PAGES, to),
      withoutMarkup(withLinks(readFileSync(join(ROOT, from), 'utf8'), from, all)),
    )
  }
  writeFileSync(join(PAGES, 'index.md'), HOME())
  if (existsSync(join(ROOT, 'docs/pictures')))
    cpSync(join(ROOT, 'docs/pictures'), join(PAGES, 'public/pictures'), { recursive: true })
}

function HOME() {
  return `---
layout: home
hero:
  name: SAGE
  text: Does your support agent follow your procedure while customers push back?
  actions:
    - { theme: brand, text: Start in five minutes, link: /start }
    - { theme: alt, text: How it works, link: /how-it-works }
features:
  - { title: Rules in the state of each action, details: Every verdict names the sentence of your procedure and the events that prove it. }
  - { title: Offline and repeatable, details: Customers, back office, rules and metrics need no model and no key. }
  - { title: A benchmark that is tested itself, details: Planted faults must be caught, and a correct agent must raise no alarm. }
---
`
}
