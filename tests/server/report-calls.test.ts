import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { golden } from '../support/golden.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'
import { parts } from '../support/report-calls/calls.ts'
import { fillPortal } from '../support/report-calls/fill.ts'
import { createTranscript, type Transcript } from '../support/report-calls/transcript.ts'

const kept = (name: string, text: string) => golden(`tests/server/goldens/report-calls/${name}.txt`, text)

// The answers of every report call byte for byte, whatever stores the records.

describe('the report calls (spec 3.6, 7.3, 7.10, 7.11, 7.12, 7.13, 7.14, 7.20, S25, S31, S32) return the recorded responses', () => {
  let testApp: TestApp
  let filled = ''
  let transcript: Transcript
  beforeAll(async () => {
    testApp = await createTestApp()
    filled = await fillPortal(testApp)
    transcript = createTranscript({ app: testApp.app, location: testApp.location, now: testApp.now })
  })
  afterAll(() => testApp.close())

  test('for the recorded imports', () => {
    expect(filled).toBe(kept('imports', filled))
  })

  test.each(parts)('for %s', async (name, steps) => {
    const text = await transcript.of(steps)
    expect(text).toBe(kept(name, text))
  })
})
