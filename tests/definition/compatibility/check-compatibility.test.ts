import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compileDefinitions } from '../../../src/definition/compile.ts'
import { formatDiagnostic } from '../../../src/definition/diagnostic.ts'
import { readFolder } from '../../../src/definition/read-definitions.ts'
import {
  compatibilityWarnings,
  compatibilityRules,
} from '../../../src/definition/rules/catalogue/compatibility-rules.ts'
import { golden } from '../../support/golden.ts'
import { compatibleReports, incompatibleReports } from '../../support/incompatible-reports.ts'

const datasetFiles = readFolder('datasets')

describe('the reports that the broken ones change are valid', () => {
  test.each(Object.entries(compatibleReports))('%s', (_id, file) => {
    const { diagnostics, warnings } = compileDefinitions({ reportFiles: [file], datasetFiles })
    expect([...diagnostics, ...warnings]).toEqual([])
  })
})

describe('each rule between report and dataset has a report that breaks it, and reports it at its location', () => {
  test.each(Object.entries(incompatibleReports))('%s', (rule, file) => {
    const { diagnostics, warnings } = compileDefinitions({ reportFiles: [file], datasetFiles })
    expect(
      (Object.hasOwn(compatibilityWarnings, rule) ? warnings : diagnostics).map(
        (diagnostic) => diagnostic.rule,
      ),
    ).toContain(rule)
    const lines = [
      ...diagnostics.map(formatDiagnostic),
      ...warnings.map((warning) => `warning: ${formatDiagnostic(warning)}`),
    ]
    const text = `${lines.join('\n')}\n`
    expect(text).toBe(golden(`tests/definition/compatibility/goldens/${rule}.txt`, text))
  })

  test('no rule is without one', () => {
    expect(Object.keys(incompatibleReports).toSorted()).toEqual(
      Object.keys({ ...compatibilityRules, ...compatibilityWarnings }).toSorted(),
    )
  })
})

describe('a matrix of long records', () => {
  const path = 'examples/reports/visitors.json'
  const text = readFileSync(path, 'utf8')
  const check = (from: string, to: string) =>
    compileDefinitions({
      reportFiles: [{ path, content: new TextEncoder().encode(text.replace(from, to)) }],
      datasetFiles: readFolder('examples/datasets'),
    }).diagnostics.map(({ rule, message }) => `${rule}: ${message}`)

  test.each([
    ['"duplicates": "combine"', '"duplicates": "combine"', []],
    ['"duplicates": "combine"', '"duplicates": "last"', [/^served-multiple: .*only the last would be shown/]],
    [
      '"pivot": "network"',
      '"pivot": "netwrok"',
      [/^served-field: 'netwrok' is no dimension .* mean 'network'/],
    ],
    [
      '"value": "visitors"',
      '"value": "visitor"',
      [/^served-field: 'visitor' is not a measure .* 'visitors'/],
    ],
    ['"field": "country"', '"field": "countri"', [/^served-key: 'text'/, /^served-key: 'countri'/]],
  ])('%s, written %s', (from, to, messages) => {
    const found = check(from, to)
    expect(found).toHaveLength(messages.length)
    for (const [index, message] of messages.entries()) expect(found[index]).toMatch(message)
  })
})
