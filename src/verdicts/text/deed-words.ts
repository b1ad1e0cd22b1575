import type { Pack } from '../../cases/case.ts'

/** The verb of the tool's name, or one of the desk's words for it, stands in the text. */
export function namesDeed(pack: Pack, text: string, tool: string): boolean {
  const folded = text.toLowerCase()
  const cues = Object.values(pack.lexicon.tools[tool]?.cues ?? {}).flat()
  const [verb = ''] = tool.split('_')
  return (
    (verb.length > 3 && folded.includes(verb.slice(0, 6))) ||
    cues.some((cue) => folded.includes(cue.toLowerCase()))
  )
}

/** Some deed of this desk is named in the text, whichever. */
export const namesAnyDeed = (pack: Pack, text: string): boolean =>
  [...pack.world.tools.values()].some(
    ({ name, role }) => (role === 'write' || role === 'handover') && namesDeed(pack, text, name),
  )
