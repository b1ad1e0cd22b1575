import type { Pack } from '../../cases/case.ts'
import { written } from '../../text/said/literals.ts'
import type { Said } from '../../text/said/words.ts'

/** The verb of the tool's name, or one of the desk's words for it, stands in the words. */
export function namesDeed(pack: Pack, { answers }: Said, tool: string): boolean {
  const cues = Object.values(pack.lexicon.tools[tool]?.cues ?? {}).flat()
  const [verb = ''] = tool.split('_')
  return (verb.length > 3 && answers(written(verb.slice(0, 6)))) || cues.some((cue) => answers(written(cue)))
}

/** Some deed of this desk is named, whichever. */
export const namesAnyDeed = (pack: Pack, said: Said): boolean =>
  [...pack.world.tools.values()].some(
    ({ name, role }) => (role === 'write' || role === 'handover') && namesDeed(pack, said, name),
  )
