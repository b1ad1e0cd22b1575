import { expect, test } from 'vitest'
import { parseSop } from '../../sop/parse-sop.ts'
import { readOutline } from '../read/read-outline.ts'
import { findSection } from './find-section.ts'

const outline = readOutline(
  parseSop(
    'sop.md',
    '# Desk\n## 3. Refunds\n### 3.1 Own reason\n## Path 2: Slow data\n### Step 2: Speed\n## Lost username\n',
  ),
)

test.each([
  ['section 3', '3'],
  ['3.1', '3.1'],
  ['Path 2 (slow data) troubleshooting steps', 'path-2-slow-data'],
  ['Step 2', 'step-2-speed'],
  ["'Lost Username' flow", 'lost-username'],
  ['step 9', null],
  ['the main policy', null],
])('%s', (reference, id) => {
  expect(findSection(outline, reference)?.id ?? null).toBe(id)
})
