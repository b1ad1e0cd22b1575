import { describe } from 'vitest'
import { testWalksAgree } from './reference-walk/walks-agree.ts'

describe('the walk agrees with the reference walk', () => testWalksAgree(0.01))
