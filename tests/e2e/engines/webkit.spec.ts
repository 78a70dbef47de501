import { describeAdministration } from './administration-journeys.ts'
import { createTest } from './engine-test.ts'
import { findWebkit, startWebkit } from './webkit.ts'
import { describeKeyboard } from './keyboard-journeys.ts'
import { describeReports } from './report-journeys.ts'

const programs = findWebkit()
const test = createTest(
  async () => {
    if (programs === null) throw new Error('WebKitGTK is not installed')
    return startWebkit(programs)
  },
  { isWatched: true },
)

test.describe('in WebKitGTK', () => {
  test.skip(programs === null, 'WebKitGTK is not installed')
  describeAdministration(test)
  describeReports(test)
  describeKeyboard(test)
})
