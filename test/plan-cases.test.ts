import { DESKS } from './audits.ts'
import { inTurn } from './in-turn.ts'
import { testPlannedCases } from './planned-cases.ts'

testPlannedCases(inTurn(DESKS, 3).map(({ name }) => name))
