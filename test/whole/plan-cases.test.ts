import { DESKS } from '../audits.ts'
import { testPlannedCases } from '../planned-cases.ts'

testPlannedCases(DESKS.map(({ name }) => name))
