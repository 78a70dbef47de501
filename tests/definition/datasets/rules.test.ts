import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compileDatasetFiles } from '../../../src/definition/datasets/compile.ts'
import { datasetRules } from '../../../src/definition/datasets/rules.ts'
import { formatDiagnostic } from '../../../src/definition/located-diagnostic.ts'
import { readFile, readFolder } from '../../../src/definition/read-definitions.ts'
import { golden } from '../../support/golden.ts'

const folder = 'tests/definition/datasets/fixtures'
const fixtures = readdirSync(folder).map((name) => name.replace('.json', ''))
const shipped = readFolder('datasets')

test('the shipped datasets are valid', () => {
  const { datasets, diagnostics } = compileDatasetFiles(shipped)
  expect(diagnostics).toEqual([])
  expect(datasets.map(({ id }) => `datasets/${id}.json`)).toEqual(shipped.map(({ path }) => path))
})

describe('each rule has a dataset that breaks it, and reports it at its location', () => {
  test.each(fixtures)('%s', (rule) => {
    const { diagnostics } = compileDatasetFiles([...shipped, readFile(`${folder}/${rule}.json`)])
    expect(diagnostics.map((diagnostic) => diagnostic.rule)).toContain(rule)
    const text = `${diagnostics.map(formatDiagnostic).join('\n')}\n`
    expect(text).toBe(golden(`tests/definition/datasets/goldens/${rule}.txt`, text))
  })

  test('no rule is without one', () => {
    expect(fixtures.toSorted()).toEqual(Object.keys(datasetRules).toSorted())
  })
})
