import type { TellAct } from '../../base/values/acts.ts'
import type { Deed as ReadDeed, Statement } from '../outline/outline.ts'
import { plain } from '../read/plain.ts'
import { fieldsIn } from '../tie/find-named.ts'
import { bindAct } from './bind-act.ts'
import { bindAsk, fieldsAsked } from './bind-ask.ts'
import { bindCheck } from './bind-check.ts'
import { bindTell, type Told } from './bind-tell.ts'
import { type Binding, type Do, paragraphOf } from './binding.ts'
import type { BoundStatement, Deed } from './bound.ts'
import { bothDemanded } from './demanded.ts'
import { valueNamed } from './named-values.ts'

/** Ties the deeds of one sentence together: which are one step, which only propose another. */

const TOLD: Readonly<Record<string, TellAct>> = {
  tell: 'inform',
  explain: 'explain',
  decline: 'decline',
  comfort: 'comfort',
  offer: 'offer',
  proof: 'request-proof',
}

/** The deeds of one sentence: which of them are one step together, which are part of a proposal. */
export function bindDeeds(group: readonly Do[], at: Binding): readonly BoundStatement[] {
  const { notes, tying, sop } = at
  const [first] = group
  const sentence = first === undefined ? undefined : sop.clauses.get(first.clause)?.text
  const clause = nearestIn(sentence ?? '', first?.text ?? '')
  const bound: BoundStatement[] = []
  let proposal = ''
  const push = (from: Do, deed: Deed) =>
    bound.push({ cites: [from.clause], text: from.text, paragraph: paragraphOf(from, at), is: 'deed', deed })
  for (let index = 0; index < group.length; index += 1) {
    const one = group[index]
    if (one === undefined) continue
    const { deed } = one
    const elsewhere = notes.wayElsewhere(one.text)
    if (elsewhere !== null && deed.does !== 'go') {
      push(one, { does: 'go', section: elsewhere, back: true })
      continue
    }
    const follows = group[index + 1]
    if (follows?.deed.does === 'go' && follows.deed.comesBack && follows.text === one.text) {
      const section = notes.sectionNamed(follows.deed.to)
      index += 1
      if (deed.does === 'act' && section !== null) {
        const made = bindAct(one, { words: deed.object, proposal, clause, at })
        push(one, made.does === 'act' ? { ...made, via: section } : made)
        continue
      }
      if (deed.does === 'ask' && section !== null) {
        push(one, { does: 'go', section, back: true })
        bindAsk(one, deed.object.replace(/\bas (?:\w+ )?in .*$/i, ''), at)
        continue
      }
      if (deed.does === 'decline' && section !== null) {
        push(one, { does: 'go', section, back: false })
        continue
      }
    }
    if (/\bas (?:described|told|explained|shown) below\b|^stop (?:at|when|with)\b/i.test(one.text)) {
      push(one, { does: 'nothing' })
      continue
    }
    switch (deed.does) {
      case 'ask': {
        // "ask them to look with the neighbours" asks for nothing we could note: it is said
        if (
          /^to [a-z]+ /i.test(deed.object) &&
          fieldsAsked(deed.object, notes, tying.desk.fields).length === 0
        ) {
          push(one, bindTell(one, { told: [{ act: 'inform', words: deed.object }], clause, at }))
          break
        }
        for (const asked of bindAsk(one, deed.object, at)) push(one, asked)
        break
      }
      case 'check':
        push(one, bindCheck(one, deed.object, at))
        break
      case 'act': {
        if (notes.isLookUp(deed.object)) {
          push(one, bindCheck(one, deed.object, at))
          break
        }
        const made = bindAct(one, { words: deed.object, proposal, clause, at })
        push(one, made)
        break
      }
      case 'confirm':
        tying.focus.answering = { kind: 'proposal' }
        push(one, {
          does: 'confirm',
          words: `${proposal} ${tying.focus.proposal} ${deed.object ?? ''} ${clause}`,
        })
        break
      case 'offer':
      case 'tell':
      case 'explain':
      case 'decline':
      case 'comfort':
      case 'proof': {
        if (isProposal(one, group.slice(index + 1), at.ahead)) {
          proposal = `${proposal} ${one.text}`
          tying.focus.proposal = clause
          push(one, { does: 'nothing' })
          break
        }
        const act =
          deed.does === 'proof' && /^(?:and |then )?tell\b/i.test(one.text)
            ? 'inform'
            : (TOLD[deed.does] ?? 'inform')
        const told: Told[] = [{ act, words: deed.object }]
        while (isSameTelling(one, group[index + 1])) {
          const next = group[index + 1]
          if (next !== undefined && 'object' in next.deed)
            told.push({ act: 'inform', words: next.deed.object ?? '' })
          index += 1
        }
        push(one, bindTell(one, { told, clause, at }))
        break
      }
      case 'handover':
        push(one, {
          does: 'handover',
          reason: notes.handover(one, { clause, section: at.section.title, to: deed.to ?? '' }),
        })
        break
      case 'again': {
        const named = deed.object === null ? [] : fieldsIn(deed.object, tying.desk)
        const { matched, asked } = tying.focus
        const fields = named.length > 0 ? named : matched.length > 0 ? matched : asked.slice(-1)
        push(one, { does: 'again', fields: fields.map(({ id }) => id), times: (deed.times ?? 2) - 1 })
        break
      }
      case 'go':
        push(one, bindGo(one, deed, at))
        break
      case 'take': {
        const value = valueNamed(deed.as, tying.focus.field)
        if (value === undefined) notes.loose(one, `"${deed.as}" is no value that could be tied`)
        else notes.cite(one)
        break
      }
      case 'end':
      case 'close':
        push(one, { does: 'end' })
        break
    }
  }
  return sameOnce(bound)
}

/** "..., and if they would rather have the thing, send it": the part of the sentence the order stands in. */
function nearestIn(sentence: string, order: string): string {
  const parts = sentence.split(/,\s+(?:and|but)\s+(?=(?:if|unless)\s)/i)
  return parts.findLast((part) => plain(part).includes(order)) ?? sentence
}

/** "tell them so and name the service" is one telling with what must be said in it. */
function sameOnce(list: readonly BoundStatement[]): readonly BoundStatement[] {
  const kept: BoundStatement[] = []
  for (const one of list) {
    const last = kept.at(-1)
    if (
      one.is === 'deed' &&
      last?.is === 'deed' &&
      one.deed.does === 'tell' &&
      last.deed.does === 'tell' &&
      one.deed.topic === last.deed.topic
    )
      kept[kept.length - 1] = {
        ...last,
        deed: { ...last.deed, demanded: bothDemanded(last.deed.demanded, one.deed.demanded) },
      }
    else kept.push(one)
  }
  return kept
}

/** Naming, reading out and offering before the yes that is waited for. */
function isProposal(one: Do, later: readonly Do[], ahead: readonly Statement[]): boolean {
  if (one.deed.does !== 'tell' && one.deed.does !== 'offer') return false
  const next = later.find(({ deed }) => deed.does === 'confirm' || deed.does === 'act')
  if (next !== undefined) return next.deed.does === 'confirm' || one.deed.does === 'offer'
  if (!/^(?:and |then )?(?:name|read|repeat|mention|state|say what|say which|offer)\b/i.test(one.text))
    return false
  for (const statement of ahead.slice(0, 3)) {
    if (statement.says === 'do' && statement.deed.does === 'confirm') return true
    if (statement.says === 'do' && (statement.deed.does === 'act' || statement.deed.does === 'ask'))
      return false
  }
  return false
}

/** "decline and say that ...", "comfort them: say that we are sorry" are one telling. */
function isSameTelling(one: Do, next: Do | undefined): boolean {
  if (next === undefined) return false
  const does = next.deed.does
  if (one.deed.does === 'decline') return does === 'tell' || does === 'explain' || does === 'comfort'
  if (one.deed.does === 'comfort') return does === 'tell' || does === 'comfort'
  return false
}

function bindGo(one: Do, deed: Extract<ReadDeed, { does: 'go' }>, { notes }: Binding): Deed {
  if (/^(?:next|here)\b/i.test(deed.to)) return { does: 'nothing' }
  const section = notes.sectionNamed(deed.to)
  if (section === null && /^(?:go (?:by|through|on)|continue|proceed)\b/i.test(one.text))
    return { does: 'nothing' }
  if (section === null) {
    notes.loose(one, `there is no "${deed.to}" to go to`)
    // what stands behind is for those who did not leave here
    return { does: 'end' }
  }
  return { does: 'go', section, back: deed.comesBack }
}
