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

  const CONDITION = /"operator": "<", "value": 0.995 \},\s*"for": 2,\s*"reset": 0.999/
  test.each([
    ['<', 0, '', 'never'],
    ['<=', 0, '', null],
    ['>=', 0, '', 'always'],
    ['>', 0, '', null],
    ['<', -1, '"change": "previous"', 'never'],
    ['>=', -1, '"change": "previous"', 'always'],
    ['<=', -1, '"change": "previous"', null],
  ])('an alert %s %s %s holds %s', (operator, value, change, how) => {
    const [from = ''] = CONDITION.exec(readFileSync(`${CALLED}/reports/service-levels.json`, 'utf8')) ?? []
    const more = change === '' ? '' : `, ${change}`
    const found = check('service-levels', from, `"operator": "${operator}", "value": ${value} }${more}`)
    expect(found.map((message) => message.split(':').slice(0, 2).join(':'))).toEqual(
      how === null ? [] : [`served-alert: '${operator} ${value}' ${how} holds`],
    )
  })
})
