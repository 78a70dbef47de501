import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { golden } from '../support/golden.ts'
import { createTestApp } from '../support/test-app.ts'
import { fillPortal } from '../support/report-calls/fill.ts'
import { createTranscript, readSteps } from '../support/report-calls/transcript.ts'

const path = (name: string) => `tests/server/goldens/report-calls/${name}.txt`
const kept = (name: string, text: string) => golden(path(name), text)

/** The recorded transcripts in their order; each starts from what the ones before it left. */
const parts = ['reads', 'workbooks', 'access', 'addresses', 'writes', 'later-imports', 'dummy-data']

// The answers of every report call byte for byte, whatever stores the records.

const testApp = await createTestApp()
const filled = await fillPortal(testApp)
const transcript = createTranscript(testApp)

describe('the report calls (spec 3.6, 7.3, 7.10, 7.11, 7.12, 7.13, 7.14, 7.20) return the recorded responses', () => {
  test('for the recorded imports', () => {
    expect(filled).toBe(kept('imports', filled))
  })

  test.each(parts)('for %s', async (name) => {
    const text = await transcript.of(readSteps(readFileSync(path(name), 'utf8')))
    expect(text).toBe(kept(name, text))
  })
})
