import { testSayDo } from '../understanding/say-do.ts'

testSayDo('build')
