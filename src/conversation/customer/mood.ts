import type { CustomerAct } from '../../base/values/acts.ts'
import type { Mind } from './mind.ts'

export const isUpset = (tone: CustomerAct['tone']): boolean => UPSET.has(tone)
const UPSET: ReadonlySet<CustomerAct['tone']> = new Set(['angry', 'worried', 'dissatisfied', 'abusive'])

/** Nobody thanks for a no: one that was read, one of their own, or one that only sounded like it. Nor does anybody angry. */
export const isCool = (mind: Mind, tone: CustomerAct['tone']): boolean =>
  hasBeenDeclined(mind) ||
  mind.refused ||
  mind.reluctant ||
  mind.soundsNo ||
  withholds(mind) ||
  COOL.has(tone)
const COOL: ReadonlySet<CustomerAct['tone']> = new Set(['angry', 'abusive', 'dissatisfied'])

/** It has refused to say something. */
const withholds = ({ requests }: Mind): boolean =>
  requests.some(({ said }) =>
    Object.values(said).some((value) => typeof value === 'object' && value.lack === 'refused'),
  )

export const hasBeenDeclined = ({ requests }: Mind): boolean =>
  requests.some(({ declines, vagueDeclines }) => declines + vagueDeclines > 0)
