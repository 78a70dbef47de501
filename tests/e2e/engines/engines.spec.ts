import { describeAdministration } from './administration-journeys.ts'
import { createTest } from './engine-test.ts'
import { findFirefox, startFirefox } from './firefox.ts'
import { describeKeyboard } from './keyboard-journeys.ts'
import { describeReports } from './report-journeys.ts'
import { findWebkit, startWebkit } from './webkit.ts'

const [firefox, webkit] = [findFirefox(), findWebkit()]

for (const [name, start, isWatched] of [
  ['Firefox', firefox === null ? null : () => startFirefox(firefox), false],
  ['WebKitGTK', webkit === null ? null : () => startWebkit(webkit), true],
] as const) {
  const missing = () => Promise.reject(new Error(`${name} is not installed`))
  const test = createTest(start ?? missing, { isWatched })
  test.describe(`in ${name}`, () => {
    test.skip(start === null, `${name} is not installed`)
    describeAdministration(test)
    describeReports(test)
    describeKeyboard(test)
  })
}
