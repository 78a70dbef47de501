import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compileDefinitions } from '../../../src/definition/compile.ts'
import { formatDiagnostic } from '../../../src/definition/located-diagnostic.ts'
import { readFile, readFolder } from '../../../src/definition/read-definitions.ts'
import {
  compatibilityWarnings,
  compatibilityRules,
} from '../../../src/definition/compatibility/check-compatibility.ts'
import { golden } from '../../support/golden.ts'

const folder = 'tests/definition/compatibility/fixtures'
const fixtures = readdirSync(folder).map((name) => name.replace('.json', ''))
const datasetFiles = readFolder('datasets')

describe('each rule between report and dataset has a report that breaks it, and reports it at its location', () => {
  test.each(fixtures)('%s', (rule) => {
    const reportFiles = [readFile(`${folder}/${rule}.json`)]
    const { diagnostics, warnings } = compileDefinitions({ reportFiles, datasetFiles })
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
    expect(fixtures.toSorted()).toEqual(
      Object.keys({ ...compatibilityRules, ...compatibilityWarnings }).toSorted(),
    )
  })
})
