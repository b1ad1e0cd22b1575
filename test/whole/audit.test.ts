import { DESKS, testAudits } from '../audits.ts'

testAudits(DESKS)
