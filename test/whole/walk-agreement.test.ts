import { describe } from 'vitest'
import { testWalksAgree } from '../reference-walk/walks-agree.ts'

describe('[V1] [V2] [V3] [V7] [S4] [A5] the walk agrees with the reference walk', () =>
  // `npm run soak` takes all of them.
  testWalksAgree(process.env['SAGE_SOAK'] === '1' ? 1 : 0.25))
