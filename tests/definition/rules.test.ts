import { describe, expect, test } from 'vitest'
import { compileReportFiles } from '../../src/definition/compile.ts'
import type { DefinitionFile } from '../../src/definition/json-document.ts'
import { formatDiagnostic } from '../../src/definition/diagnostic.ts'
import { rules } from '../../src/definition/rules/index.ts'
import { readFile } from '../../src/definition/read-definitions.ts'
import { brokenFile, brokenRules } from '../support/broken-reports.ts'
import { golden } from '../support/golden.ts'
import { shippedReports } from '../support/shipped-reports.ts'

const shipped = shippedReports.map(readFile)
const examine = (file: DefinitionFile) => compileReportFiles([...shipped, file]).diagnostics

test('the report that the broken ones change is valid', () => {
  expect(examine(readFile('tests/definition/fixtures/base.json'))).toEqual([])
})

describe('each rule has a definition that breaks it, and reports it at its location', () => {
  test.each(brokenRules)('%s', (rule) => {
    const diagnostics = examine(brokenFile(rule))
    expect(diagnostics.map((diagnostic) => diagnostic.rule)).toContain(rule)
    const text = `${diagnostics.map(formatDiagnostic).join('\n')}\n`
    expect(text).toBe(golden(`tests/definition/goldens/${rule}.txt`, text))
  })

  test('no rule is without one, but those that no kept file can break', () => {
    const without = Object.keys(rules).filter((rule) => !brokenRules.includes(rule))
    expect(without).toEqual([
      'folder-empty',
      'file-extension',
      'file-folder',
      'file-read',
      'file-size',
      'use-unreadable',
    ])
  })
})

describe('a file that is no text of JSON is a diagnostic, never a crash (S81)', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  test.each([
    ['a folder', readFile('tests/cli'), 'file-read'],
    ['a file that is not there', readFile('tests/cli/none.json'), 'file-read'],
    ['10 MB', { path: 'x.json', content: bytes(' '.repeat(10 * 1024 * 1024)) }, 'file-size'],
    ['50,000 brackets', { path: 'x.json', content: bytes('['.repeat(50_000)) }, 'json-depth'],
    ['50,000 keys within keys', { path: 'x.json', content: bytes('{"a":'.repeat(20_000)) }, 'json-depth'],
    [
      '20,000 equal keys',
      { path: 'x.json', content: bytes(`{${'"a":1,'.repeat(20_000)}"b":2}`) },
      'json-duplicate',
    ],
    [
      '20,000 columns',
      { path: 'x.json', content: bytes(`{"columns":[${'{},'.repeat(20_000)}{}]}`) },
      'schema-missing',
    ],
    ['nothing', { path: 'x.json', content: bytes('') }, 'json-syntax'],
    ['zeros', { path: 'x.json', content: new Uint8Array(1000) }, 'json-syntax'],
    [
      'a picture',
      { path: 'x.json', content: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a) },
      'file-encoding',
    ],
    ['null', { path: 'x.json', content: bytes('null') }, 'schema-type'],
    ['a $ref to itself', { path: 'x.json', content: bytes('{"$ref":"#"}') }, 'schema-key'],
  ] as const)('%s', (_what, file, rule) => {
    const started = performance.now()
    const diagnostics = examine(file)
    expect(diagnostics.map((diagnostic) => diagnostic.rule)).toContain(rule)
    expect(diagnostics.length).toBeLessThanOrEqual(200)
    expect(performance.now() - started).toBeLessThan(20_000)
    expect(Object.getPrototypeOf({})).toBe(Object.prototype)
  })
})

test('a definition that cannot be read does not blame those that take parts from it', () => {
  const diagnostics = compileReportFiles(
    shipped.map((file) =>
      file.path.endsWith('monthly-report.json') ? { ...file, content: new TextEncoder().encode('{') } : file,
    ),
  ).diagnostics
  expect([...new Set(diagnostics.map(({ file }) => file))]).toEqual(['reports/monthly-report.json'])
})

test('byte order mark and Windows line ends are no fault', () => {
  const diagnostics = compileReportFiles(
    shipped.map(({ path, content }) => {
      if (!(content instanceof Uint8Array)) throw new Error('unreadable')
      const text = `\uFEFF${new TextDecoder().decode(content).replaceAll('\n', '\r\n')}`
      return { path, content: new TextEncoder().encode(text) }
    }),
  ).diagnostics
  expect(diagnostics).toEqual([])
})
