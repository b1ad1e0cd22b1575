import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { EXIT, SageError } from '../../base/error.ts'
import { inMarkup } from '../../base/in-markup.ts'
import { shareJson } from '../../report/studio-views/shared-json.ts'

/**
 * A report as pages: the studio's own, built into one script and one style sheet, with a document put in. In: what the
 * pages are to show. Out: HTML that opens from disk and asks no network for anything. It must not compute a number.
 */
export type ReportPage = { readonly script: string; readonly style: string }

export function loadReportPage(folder: string): ReportPage {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
  try {
    return { script: read('page.js'), style: read('page.css') }
  } catch (cause) {
    throw new SageError('studio-not-built', `The report pages are missing from ${folder}.`, {
      hint: 'In a clone, run npm run build. Otherwise, reinstall the package.',
      exit: EXIT.machinery,
      cause,
    })
  }
}

/** One file with everything inside. `start`: the address behind the # it opens at. */
export function htmlFile(
  page: ReportPage,
  { title, document, start }: { readonly title: string; readonly document: object; readonly start: string },
): string {
  const style = page.style.replaceAll('</style', '<\\/style')
  const script = inScript(page.script)
  return shell({
    title,
    policy: [`script-src ${hashOf(script)}`, `style-src ${hashOf(style)}`],
    head: `<style>${style}</style>`,
    body: `<script type="text/plain" id="report" data-start="${inMarkup(start)}">${packed(document)}</script>
<script>${script}</script>`,
  })
}

/** One page of a folder of pages, which share script, style and documents. `to`: the way from it to the folder. */
export const sitePage = (about: {
  readonly title: string
  readonly to: string
  readonly start: string
}): string =>
  shell({
    title: about.title,
    // Opened from a disk a page has no origin that "self" could mean.
    policy: ["script-src 'self' file:", "style-src 'self' file:"],
    head: `<link rel="stylesheet" href="${about.to}assets/page.css">`,
    body: `<script type="text/plain" id="report" data-start="${inMarkup(about.start)}" data-site="${about.to}"></script>
<script src="${about.to}assets/documents.js"></script>
<script src="${about.to}assets/page.js"></script>`,
  })

/** A script that only carries a document: unlike a request for data it may be loaded from a disk, too. */
export const documentScript = (name: string, document: object): string =>
  `(globalThis.sageDocuments ??= {})[${JSON.stringify(name)}] = "${packed(document)}"\n`

const packed = (document: object): string =>
  gzipSync(JSON.stringify(shareJson(document)), { level: 9 }).toString('base64')

/** What would end the script element, or begin a comment in it, written so that it does not. */
const inScript = (script: string): string =>
  script.replace(/<(?=\/script|!--)/gi, '\\x3C').replace(/<(?=script)/gi, '\\x3C')

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

function shell(parts: {
  readonly title: string
  readonly policy: readonly string[]
  readonly head: string
  readonly body: string
}): string {
  const policy = [
    "default-src 'none'",
    ...parts.policy,
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<title>${inMarkup(parts.title)}</title>
${parts.head}
</head>
<body>
<div id="studio"></div>
<noscript>This report needs JavaScript. All of it is inside this file. For plain text, use sage report --md report.md.</noscript>
${parts.body}
</body>
</html>
`
}
