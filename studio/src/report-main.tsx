import { createRoot } from 'react-dom/client'
import './app.css'
import { openFile } from './data/open-file.ts'
import { Studio } from './studio.tsx'
import { Failed } from './ui/states.tsx'

/** The page inside a report: the studio, asking a file instead of a server. */
async function start(place: HTMLElement, report: HTMLElement): Promise<void> {
  const root = createRoot(place)
  try {
    const source = await openFile(report)
    // The address of a reader's bookmark wins over where the report begins.
    if (location.hash === '') history.replaceState(null, '', `#${report.dataset['start'] ?? '/summary'}`)
    root.render(<Studio source={source} />)
  } catch (error) {
    root.render(<Failed error={error} />)
  }
}

const [place, report] = ['studio', 'report'].map((id) => document.getElementById(id))
if (place != null && report != null) void start(place, report)
