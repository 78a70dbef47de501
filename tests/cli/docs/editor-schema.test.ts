import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { adaptToEditors } from '../../../src/cli/docs/editor-schema.ts'

const schemas = ['report', 'dataset'].map((kind) => {
  const text = readFileSync(`schemas/${kind}-definition.schema.json`, 'utf8')
  return { kind, schema: JSON.parse(text) as object }
})

function visit(value: unknown, onObject: (object: Readonly<Record<string, unknown>>) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) onObject(value as Readonly<Record<string, unknown>>)
  for (const entry of Object.values(value)) visit(entry, onObject)
}

describe('what VS Code shows of a definition', () => {
  test.each(schemas)(
    'is the description of the key itself, not of what it refers to: $kind',
    ({ schema }) => {
      const replaced: unknown[] = []
      visit(schema, (object) => {
        if ('$ref' in object && 'description' in object) replaced.push(object)
      })
      expect(replaced).toEqual([])
    },
  )

  test('is every kind of selector and of key', () => {
    const kinds: unknown[] = []
    visit(schemas[0]?.schema, (object) => {
      if ('oneOf' in object) kinds.push(object)
    })
    expect(kinds).toMatchObject([
      { properties: { kind: { enum: expect.arrayContaining(['year', 'month', 'week', 'select']) } } },
      { properties: { kind: { enum: expect.arrayContaining(['date', 'month', 'hour', 'text']) } } },
    ])
  })
})

test('keeps the keywords of the reference and the description of the key', () => {
  const Path = { type: 'string', pattern: '^/', description: 'A path.' }
  const schema = {
    $defs: { Path },
    properties: { url: { $ref: '#/$defs/Path', description: 'Where the records are.' } },
  }
  expect(adaptToEditors(schema)).toEqual({
    $defs: { Path },
    properties: { url: { type: 'string', pattern: '^/', description: 'Where the records are.' } },
  })
})
