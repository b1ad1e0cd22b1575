import type { Span } from './layout.ts'

/** One thing a clause asks for. `text` has the question word it shares with the thing before it. */
export type AskedPart = Span & { readonly text: string }

const JOIN = /,? (?:and|as well as|plus|y|et|und|sowie) |, (?=\w)| & /g
const ALTERNATIVES = /\b(?:or|either|o|ou|oder)\b/
const QUESTION_WORD =
  /\b(?:what|which|when|where|who|how|why|your|que|cual|cuando|donde|quien|su|tu|quel|quelle|quand|ou|qui|votre|ton|ta|welche\w*|wann|wo|wer|wie|ihre?n?|deine?n?)\b/
const OPENING =
  /^(?:\w+ ){0,3}?(?:what|which|when|where|who|how|your|the|quel\w*|votre|su|tu|cual|welche\w*|wie|ihre?n?)\b/
/** "could you check the ticket and tell me the name": what is asked for stands after the last verb of telling. */
const TELLING =
  /\b(?:tell|give|send|share|provide|type|let|dime|diga\w*|envi\w*|dites|donne\w*|envoye\w*|indique\w*|sag\w*|nenn\w*|teil\w*|gib|geben) (?:me|us|it|him|her|moi|nous|mir|uns)?\b/

const ASIDE = /\([^()]*\)?|, (?:it|the one|this is|that's|which|as it|as they)\b[^,;:?]*/g

/** The things a clause asks for in one breath: "what day and from which city?" Alternatives are one question. */
export function askedParts(words: string, from: number): readonly AskedPart[] {
  // What stands in brackets or after "the one" says where to find it, and asks for nothing more.
  const clause = words.replace(ASIDE, (aside) => ' '.repeat(aside.length))
  const whole = [{ text: clause.trim(), from, to: from + words.length }]
  if (ALTERNATIVES.test(clause)) return whole
  const parts: AskedPart[] = []
  let start = 0
  const push = (to: number): void => {
    const text = clause.slice(start, to)
    if (/[a-z]{2}/.test(text)) parts.push({ text, from: from + start, to: from + to })
  }
  for (const { index, 0: join } of clause.matchAll(JOIN)) {
    push(index)
    start = index + join.length
  }
  push(clause.length)
  if (parts.length < 2) return whole
  const told = parts.findIndex(({ text }, at) => at > 0 && TELLING.test(text))
  const asked = told === -1 || TELLING.test(parts[0]?.text ?? '') ? parts : parts.slice(told)
  const [opening] = OPENING.exec(clause) ?? ['']
  return asked.map((part, at) =>
    at === 0 || QUESTION_WORD.test(part.text) ? part : { ...part, text: `${opening} ${part.text}`.trim() },
  )
}
