import { FAMILIES, type Tactic, type TacticLevel } from '../src/cards/tactic.ts'

/** docs/tactics.md: the taxonomy as a page, made from the files. */
export function tacticTable(tactics: readonly Tactic[]): string {
  const head = [
    '# Tactics: how customers push, lie, waver and wander',
    '',
    'Written by `npm run build` from `tactics/*.yaml`. A tactic is data:',
    'its file says what it does at intensity 0 (cooperative) to 3 (relentless), what makes it yield, where it applies and, under',
    '`never`, what it must not do. A pack may add its own in `packs/<id>/tactics/`, with the same members.',
    '',
    '- *Preserves truth*: at every intensity the same facts, requests and right outcome; only the named count rises. No field is',
    '  set, no request opened, no interrupt triggered.',
    '- *Changes*: makes another case, the same at 1, 2 and 3; its level 0 says the same openly and at once.',
    '',
    'The levels read: *answers* = answers that also press; *per no* = presses in each reply to a decline not yet accepted;',
    'other words count messages of that kind in one conversation.',
  ]
  return `${[...head, ...FAMILIES.flatMap((family) => familyPart(family, tactics))].join('\n')}\n`
}

function familyPart(family: string, tactics: readonly Tactic[]): readonly string[] {
  const rows = tactics.filter((tactic) => tactic.family === family).sort((a, b) => (a.id < b.id ? -1 : 1))
  return [
    '',
    `## ${family.charAt(0).toUpperCase()}${family.slice(1)}`,
    '',
    '| id | what the customer does | truth | raises | at 0 / 1 / 2 / 3 | applies where | yields when |',
    '|---|---|---|---|---|---|---|',
    ...rows.map(rowOf),
  ]
}

function rowOf(tactic: Tactic): string {
  const truth = tactic.changes === undefined ? 'preserves' : `changes ${tactic.changes.map(plain).join(', ')}`
  const cells = [
    `\`${tactic.id}\``,
    `**${tactic.title}.** ${tactic.about}`,
    truth,
    tactic.raises ?? '-',
    tactic.levels.map(levelText).join(' / '),
    appliesText(tactic),
    tactic.yields.when,
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}

const plain = (word: string): string => word.replaceAll('_', ' ')

const LEVEL_WORDS: readonly [keyof TacticLevel, string][] = [
  ['openly', 'openly'],
  ['with_answers', 'answers'],
  ['per_decline', 'per no'],
  ['dodges', 'dodges'],
  ['silences', 'silences'],
  ['detours', 'detours'],
  ['thanks', 'thanks'],
  ['demands', 'demands'],
  ['abuses', 'insults'],
]

function levelText(level: TacticLevel): string {
  const parts = LEVEL_WORDS.flatMap(([key, word]) => {
    const value = level[key]
    return value === true ? [word] : typeof value === 'number' && value > 0 ? [`${value} ${word}`] : []
  })
  return parts.length === 0 ? 'none' : parts.join(', ')
}

function appliesText({ applies }: Tactic): string {
  const { card, field_type, emotion } = applies
  const parts = [
    ...(field_type === undefined ? [] : [`a ${field_type} field is asked for`]),
    ...(applies.settled_by_record ? ['a record settles a claimed field'] : []),
    ...(applies.identity ? ['a field says who the customer is'] : []),
    ...(applies.asked_twice ? ['every question may be asked twice'] : []),
    ...(emotion === undefined ? [] : [`emotion is ${emotion} or unread`]),
    ...(applies.declined ? ['something is declined'] : []),
    ...card.map((need) => `the card has ${plain(need)}`),
  ]
  return parts.length === 0 ? 'anywhere' : parts.join('; ')
}
