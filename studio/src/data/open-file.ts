import type { ReportFile } from '../../../src/report/studio-views/report-file.ts'
import { type SharedJson, unshareJson } from '../../../src/report/studio-views/shared-json.ts'
import type { TrialView } from '../../../src/report/studio-views/trial-view.ts'
import { fileSource } from './file-source.ts'
import type { Source } from './source.ts'

/** What `sage report` put into the page, or beside it. Page and documents are of one build: taken as their types say. */
export async function openFile(place: HTMLElement): Promise<Source> {
  const { site } = place.dataset
  if (site === undefined)
    return fileSource((await unpack(place.textContent)) as ReportFile, async () => undefined)
  const file = (await unpack(document_('report') ?? '')) as ReportFile & Shelves
  return fileSource(file, async (trial) => {
    const shelf = file.shelves[trial]
    if (shelf === undefined) return undefined
    const name = `trials-${shelf}`
    if (document_(name) === undefined) await load(`${site}assets/${name}.js`)
    const trials = (await unpack(document_(name) ?? '')) as readonly TrialView[]
    return trials.find((one) => one.trial === trial)
  })
}

/** conversation -> number of the document that holds it */
type Shelves = { readonly shelves: Readonly<Record<string, number>> }

const document_ = (name: string): string | undefined => {
  const documents: unknown = Reflect.get(globalThis, 'sageDocuments')
  const found = typeof documents === 'object' && documents !== null ? Reflect.get(documents, name) : undefined
  return typeof found === 'string' ? found : undefined
}

async function unpack(base64: string): Promise<unknown> {
  const bytes = Uint8Array.from(atob(base64.trim()), (letter) => letter.charCodeAt(0))
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return unshareJson((await new Response(plain).json()) as SharedJson)
}

/** A page on a disk may ask for no data, but it may load a script. */
const load = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = () => resolve()
    script.onerror = () => reject(new TypeError(`${address} is missing`))
    document.head.append(script)
  })
