import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { knownPacks } from '../../src/runner/files/find-pack.ts'
import { loadPack } from '../../src/runner/packs/load-pack.ts'
import { rulesByOutcome } from '../../src/verdicts/scoring/rules-by-outcome.ts'
import { scoreTrial } from '../../src/verdicts/scoring/score-trial.ts'
import { PROJECT } from '../reading/project.ts'
import { recordedTalk } from './recorded-talk.ts'

/** Talks of blind players: who is accused although honest, and whose mistake is not named. */
const KNOWN = [
  ['plays', [], ['pd05']],
  ['plays-2', [], ['pe14']],
  ['plays-3', [], ['pf17']],
  ['plays-4', ['pg28'], []],
  ['plays-5', ['ph28'], []],
  ['plays-6', [], []],
  ['plays-7', [], ['pj11']],
  ['plays-8', ['pk13'], []],
  ['plays-9', [], []],
  ['plays-10', [], []],
  ['plays-11', [], []],
  ['plays-12', [], ['po05', 'po17']],
  ['plays-13', [], []],
  ['plays-14', [], ['pr23']],
  ['plays-15', [], ['ps02', 'ps14']],
  ['plays-16', [], []],
  ['plays-17', [], []],
  ['plays-18', [], []],
  ['plays-19', [], ['pw32']],
  ['plays-20', [], []],
  ['plays-21', ['py09'], []],
] as const

const loaded = await Promise.all(knownPacks(PROJECT).map(({ dir }) => loadPack(dir)))
const packs = new Map(loaded.map((pack) => [pack.id, pack]))

test.each(KNOWN)(
  '%s: no other honest talk is accused, no other mistake is missed',
  (set, accused, missed) => {
    const talks = labelled(set)
    const failing = new Map(talks.map(({ talk }) => [talk, failsOf(set, talk)]))
    const named = ({ talk, must_name }: Label): boolean =>
      must_name.split('/').some((rule) => failing.get(talk)?.includes(rule))
    const honest = talks.filter(({ played }) => played === 'honest')
    const wrong = honest.filter(({ talk }) => failing.get(talk)?.length !== 0)
    expect(wrong.map(({ talk }) => talk)).toEqual(accused)
    const mistakes = talks.filter(({ played }) => played === 'mistake')
    expect(mistakes.filter((one) => !named(one)).map(({ talk }) => talk)).toEqual(missed)
  },
)

type Label = { readonly talk: string; readonly played: string; readonly must_name: string }

const labelled = (set: string): readonly Label[] =>
  readFileSync(join(PROJECT, 'test', set, 'labels.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .filter(([, , , , , , , disputable = '']) => disputable === '')
    .map(([talk = '', , , played = '', must_name = '']) => ({ talk, played, must_name }))

function failsOf(set: string, talk: string): readonly string[] {
  const { events, pack, case: theCase } = recordedTalk(set, talk, packs)
  const { fails, follows } = rulesByOutcome(scoreTrial(pack, theCase, events))
  return [...fails, ...follows]
}
