import { stringify } from 'yaml'
import type { GraphFile } from '../../graph/file/graph-file.ts'
import type { SopDocument } from '../../sop/sop.ts'
import { NOT_READ } from '../outline/not-read.ts'

/**
 * The graph of an SOP that nobody has read yet: it hands everything over, and sets every sentence aside as unread. It loads, and
 * stays a draft until each sentence has an accepted line.
 */
export function emptyGraph(sop: SopDocument): { readonly text: string; readonly file: GraphFile } {
  const file: GraphFile = {
    format: 1,
    fields: { intent: { type: 'enum', of: ['anything'] } },
    procedures: {
      anything: {
        for: "fields.intent == 'anything'",
        start: 'person',
        steps: { person: { handover: 'not_read_yet', assumed: 'nothing of the SOP is in the graph yet' } },
      },
    },
    waive: [...sop.clauses.values()].map(({ id }) => ({ clause: id, because: NOT_READ })),
  }
  return {
    text: `# A draft: no sentence of sop.md is in it yet.\n${stringify(file, { lineWidth: 0 })}`,
    file,
  }
}
