import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RuleId, rules } from '../../src/diagnostics/rule-catalogue.ts'
import { formatSarif } from '../../src/diagnostics/sarif.ts'
import { small } from '../support/definitions.ts'
import { createFolder } from '../support/folder.ts'
import { put } from '../support/run-data.ts'
import { reports } from '../support/terminal.ts'

const schema: object = JSON.parse(readFileSync(new URL('sarif-schema.json', import.meta.url), 'utf8'))
const ajv = new Ajv({ allErrors: true, formats: { uri: true } })
const validate = ajv.compile(schema)

/** Parses a log; fails where it differs from the schema. */
function parseLog(text: string) {
  const log = JSON.parse(text)
  validate(log)
  expect(validate.errors ?? []).toEqual([])
  return log.runs[0]
}

const diagnostic = {
  file: 'reports/busy carriers.json',
  line: 4,
  column: 13,
  path: ['columns', 3, 'field'],
  rule: 'template-placeholder',
  message: 'unknown placeholder {x}',
} as const

test('a SARIF log has each diagnostic with its rule, its level, its file and its location', () => {
  const warning = { ...diagnostic, file: '/data/reports/a.json', path: [], rule: 'served-nowhere' } as const
  const { tool, results } = parseLog(formatSarif({ errors: [diagnostic], warnings: [warning] }))
  expect(results).toEqual([
    {
      ruleId: 'template-placeholder',
      ruleIndex: 1,
      level: 'error',
      message: { text: 'unknown placeholder {x}' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'reports/busy%20carriers.json' },
            region: { startLine: 4, startColumn: 13 },
          },
          logicalLocations: [{ fullyQualifiedName: 'columns[3].field' }],
        },
      ],
    },
    {
      ruleId: 'served-nowhere',
      ruleIndex: 0,
      level: 'warning',
      message: { text: 'unknown placeholder {x}' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'file:///data/reports/a.json' },
            region: { startLine: 4, startColumn: 13 },
          },
        },
      ],
    },
  ])
  expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual([
    'served-nowhere',
    'template-placeholder',
  ])
  expect(tool.driver.rules[1].shortDescription.text).toBe('A template names declared placeholders only.')
})

test('every SARIF log fits the schema, whatever file, path and message a diagnostic has', () => {
  const text = fc.string({ minLength: 1, unit: 'grapheme' })
  const anyDiagnostic = fc.record({
    file: text,
    line: fc.integer({ min: 1 }),
    column: fc.integer({ min: 1 }),
    path: fc.array(fc.oneof(text, fc.nat())),
    rule: fc.constantFrom(...(Object.keys(rules) as RuleId[])),
    message: text,
  })
  fc.assert(
    fc.property(fc.array(anyDiagnostic), fc.array(anyDiagnostic), (errors, warnings) => {
      const { tool, results } = parseLog(formatSarif({ errors, warnings }))
      expect(results).toHaveLength(errors.length + warnings.length)
      for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId)
    }),
  )
})

test('`check --format sarif` prints one log and exits as with text', async () => {
  const folder = createFolder()
  put(folder, 'small.json', JSON.stringify({ ...small, title: '{x}' }, null, 2))
  const { code, out, err } = await reports(['check', '--format', 'sarif', '--dir', folder])
  expect([code, err]).toEqual([1, ''])
  expect(parseLog(out).results).toMatchObject([{ ruleId: 'template-placeholder', level: 'error' }])
})
