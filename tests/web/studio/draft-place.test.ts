import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { DefinitionText } from '../../../schemas/api/definitions.ts'
import { draftExamples, renameById } from '../../../src/web/studio/draft-place.ts'

const createReport = (name: string, text: string): DefinitionText => ({ kind: 'reports', name, text })

test.each([
  ['its own id', '{ "columns": [{ "id": "growth" }], "id": "mine" }', 'mine'],
  ['no id of a column', '{ "columns": [{ "id": "growth" }] }', 'usual'],
  ['no id while it has a syntax error', '{ "id": ""mine", "columns": [{ "id": "growth" }] }', 'usual'],
  ['no id that cannot be the name of a file', '{ "id": "../mine" }', 'usual'],
])('a draft is renamed by %s', (_, text, name) => {
  expect(renameById(createReport('usual', text))).toEqual(createReport(name, text))
})

test('an example that is begun with has the path of its schema, and a free right and order', () => {
  const example = createReport('quality', readFileSync('examples/reports/carrier-quality.json', 'utf8'))
  const [alone] = draftExamples([example], [])
  expect(alone?.text).toBe(example.text.replace('"../../schemas/', '"../schemas/'))
  expect(alone?.text).toContain('"permission": 102, "order": 12')
  const taken = createReport('taken', '{ "menu": { "permission": 102, "order": 12 } }')
  const [first, second] = draftExamples([example, { ...example, name: 'second' }], [taken])
  expect(first?.text).toContain('"permission": 103, "order": 101')
  expect(second?.text).toContain('"permission": 104, "order": 102')
})
