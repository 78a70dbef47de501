import { describeAdministration } from './administration-journeys.ts'
import { createTest } from './engine-test.ts'
import { findFirefox, startFirefox } from './firefox.ts'
import { describeKeyboard } from './keyboard-journeys.ts'
import { describeReports } from './report-journeys.ts'

const programs = findFirefox()
const test = createTest(
  async () => {
    if (programs === null) throw new Error('Firefox is not installed')
    return startFirefox(programs)
  },
  { isWatched: false },
)

test.describe('in Firefox', () => {
  test.skip(programs === null, 'Firefox is not installed')
  describeAdministration(test)
  describeReports(test)
  describeKeyboard(test)
})
