import { describe } from 'vitest'
import { testWalksAgree } from './reference-walk/walks-agree.ts'

describe('the fast walk agrees with the slow one', () => testWalksAgree(0.01))
