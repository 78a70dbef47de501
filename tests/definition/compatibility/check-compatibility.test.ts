import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compileDefinitions } from '../../../src/definition/compile.ts'
import { readCalendars, readFolder } from '../../../src/loading/read-folder.ts'

/** Definitions that name their calls. */
const CALLED = 'tests/definition/fixtures/called'

describe('numbers that would mean nothing', () => {
  const check = (id: string, from: string, to: string) => {
    const path = `${CALLED}/reports/${id}.json`
    const text = readFileSync(path, 'utf8')
    expect(text).toContain(from)
    const { diagnostics } = compileDefinitions({
      reportFiles: [{ path, content: new TextEncoder().encode(text.replace(from, to)) }],
      datasetFiles: readFolder(`${CALLED}/datasets`),
      calendarFiles: readCalendars(`${CALLED}/datasets`),
    })
    return diagnostics.map(({ rule, message }) => `${rule}: ${message}`)
  }

  test.each([
    ['visitors', '"value": "visitors"', '"value": "visitor"', [/^served-field: .* 'visitors'/]],
    ['visitors', '"field": "country"', '"field": "countri"', [/^served-key: 'text'/, /'countri'/]],
  ])('%s with %s as %s', (id, from, to, messages) => {
    const found = check(id, from, to)
    expect(found).toHaveLength(messages.length)
    for (const [index, message] of messages.entries()) expect(found[index]).toMatch(message)
  })
})
