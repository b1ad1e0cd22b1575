import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import type { Page } from 'playwright-core'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { filesUnder } from '../test/architecture/source-files.ts'
import { openBrowser, openPage } from '../test/browser.ts'
import { seriousFaults } from '../test/studio-testing.ts'

/**
 * `npm run tool -- look-at-site`: every page of the built site (`npm run site`) in a real browser, wide and narrow, light and dark. A
 * page that axe finds serious fault with, or that is wider than its window, fails.
 */
const SITE = join(packageRoot(), 'site/dist')
const LOOKS = [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

if (!existsSync(SITE)) throw new TypeError('There is no site yet: npm run site')
const server = createServer((request, answer) => {
  const path = normalize(decodeURI(new URL(request.url ?? '/', 'http://site').pathname))
  const file = [path, `${path}.html`, join(path, 'index.html')]
    .map((one) => join(SITE, one))
    .find((one) => one.startsWith(SITE) && extname(one) !== '' && existsSync(one))
  if (file === undefined) return answer.writeHead(404).end()
  return answer
    .writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' })
    .end(readFileSync(file))
})
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
const { port } = server.address() as AddressInfo

const browser = await openBrowser()
const faults: string[] = []
const pages = filesUnder('site/dist', (path) => path.endsWith('.html')).map(({ path }) =>
  path.slice('site/dist/'.length),
)
try {
  for (const { width, colorScheme } of LOOKS) {
    const page = await openPage(browser, { viewport: { width, height: 900 }, colorScheme })
    for (const path of pages)
      for (const fault of await faultsOf(page, path, width))
        faults.push(`${path}, ${width} ${colorScheme}: ${fault}`)
  }
} finally {
  await browser.close()
  server.close()
}
for (const fault of faults) console.error(fault)
console.log(`${pages.length} pages, ${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1

async function faultsOf(page: Page, path: string, width: number): Promise<readonly string[]> {
  await page.goto(`http://127.0.0.1:${port}/${path}`)
  const wide = Number(await page.evaluate('document.documentElement.scrollWidth'))
  return [...(await seriousFaults(page)), ...(wide > width ? [`the page is ${wide} wide`] : [])]
}
