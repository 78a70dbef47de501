import { readFileSync } from 'node:fs'
import { compileDefinitions } from '../src/definition/compile.ts'
import { expect, test } from 'vitest'
import { exampleDataset, exampleReport } from '../src/cli/docs/examples.ts'
import { buildGeneratedFiles } from '../src/cli/docs/generated-files.ts'

test.each([...buildGeneratedFiles()])('%s is fresh; otherwise run: npm run generate', (path, text) => {
  expect(readFileSync(path, 'utf8')).toBe(text)
})

test('the examples of the guides are valid and match each other', () => {
  const file = (value: unknown) => ({
    path: 'call-quality.json',
    content: new TextEncoder().encode(JSON.stringify(value)),
  })
  const { diagnostics, warnings } = compileDefinitions({
    reportFiles: [file(exampleReport)],
    datasetFiles: [file(exampleDataset)],
  })
  expect([...diagnostics, ...warnings]).toEqual([])
})
