import { question } from '../../src/text/question.ts'
import type { Said } from '../../src/text/said/words.ts'

/** The reference walk compares words by itself: a test may read them. */
export const shown = ({ answers }: Said): string => answers(question((text) => text))
