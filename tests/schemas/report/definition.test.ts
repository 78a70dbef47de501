import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { brokenReport, brokenRules } from '../../support/broken-definitions.ts'
import { z } from 'zod'
import { createValidator } from '../../support/editor-schemas.ts'

const Schema = z.record(z.string(), z.unknown())
type Schema = z.infer<typeof Schema>

const schema = Schema.parse(JSON.parse(readFileSync('schemas/report-definition.schema.json', 'utf8')))
const ajv = createValidator()
const isDefinition = ajv.compile(schema)

interface Found {
  readonly at: string
  readonly node: Schema
}

/** Every schema inside a schema: properties and entries of unions and lists, with the way to them. */
function inside(value: unknown, at = ''): Found[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => inside(entry, `${at}/${index}`))
  const parsed = Schema.safeParse(value)
  if (!parsed.success) return []
  const { default: _default, ...node } = parsed.data
  const within = Object.entries(node).flatMap(([key, child]) => inside(child, `${at}/${key}`))
  return [{ at, node: parsed.data }, ...within]
}

// A condition repeats the key that it looks at.
const all = inside(schema).filter(({ at }) => !at.endsWith('/if'))
const properties = all.flatMap(({ at, node }) =>
  Object.entries(Schema.catch({}).parse(node['properties'])).map(([key, property]) => ({
    at: `${at}/properties/${key}`,
    node: Schema.parse(property),
  })),
)
const definition = (reference: unknown): Schema =>
  Schema.catch({}).parse(Schema.parse(schema['$defs'])[String(reference).replace('#/$defs/', '')])

describe('the generated JSON Schema of definitions', () => {
  test('is accepted by a strict validator of its dialect', () => {
    expect(schema['$schema']).toBe('https://json-schema.org/draft/2020-12/schema')
    expect(ajv.validateSchema(schema)).toBe(true)
  })

  test('explains every property', () => {
    expect(properties.length).toBeGreaterThan(90)
    const unexplained = properties.filter(({ node }) => {
      const { description } = { ...definition(node['$ref']), ...node }
      return typeof description !== 'string'
    })
    expect(unexplained.map(({ at }) => at)).toEqual([])
  })

  test('is closed: no object accepts undeclared keys', () => {
    const open = all.filter(
      ({ node }) =>
        node['type'] === 'object' &&
        node['properties'] !== undefined &&
        // The branches of a union are objects of their own.
        node['allOf'] === undefined &&
        node['additionalProperties'] !== false,
    )
    expect(open.map(({ at }) => at)).toEqual([])
  })

  test.each(brokenRules.filter((rule) => rule.startsWith('schema-')))(
    'rejects the fixture %s, which the checker rejects by its schema',
    (name) => {
      expect(isDefinition(JSON.parse(brokenReport(name)))).toBe(false)
    },
  )
})
