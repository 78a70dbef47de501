import { describe, expect, test } from 'vitest'
import { compileDatasetFiles } from '../../../src/definition/datasets/compile.ts'
import { datasetRules } from '../../../src/definition/rules/catalogue.ts'
import { formatDiagnostic } from '../../../src/definition/diagnostic.ts'
import { readFile, readFolder } from '../../../src/definition/read-definitions.ts'
import { brokenDatasets } from '../../support/broken-datasets.ts'
import { golden } from '../../support/golden.ts'

const shipped = readFolder('datasets')

test('the shipped datasets are valid', () => {
  const { datasets, diagnostics } = compileDatasetFiles(shipped)
  expect(diagnostics).toEqual([])
  expect(datasets.map(({ id }) => `datasets/${id}.json`)).toEqual(shipped.map(({ path }) => path))
})

test('the dataset that the broken ones change is valid', () => {
  const base = readFile('tests/definition/datasets/fixtures/base.json')
  expect(compileDatasetFiles([...shipped, base]).diagnostics).toEqual([])
})

describe('each rule has a dataset that breaks it, and reports it at its location', () => {
  test.each(Object.entries(brokenDatasets))('%s', (rule, file) => {
    const { diagnostics } = compileDatasetFiles([...shipped, file])
    expect(diagnostics.map((diagnostic) => diagnostic.rule)).toContain(rule)
    const text = `${diagnostics.map(formatDiagnostic).join('\n')}\n`
    expect(text).toBe(golden(`tests/definition/datasets/goldens/${rule}.txt`, text))
  })

  test('no rule is without one', () => {
    expect(Object.keys(brokenDatasets).toSorted()).toEqual(Object.keys(datasetRules).toSorted())
  })
})
