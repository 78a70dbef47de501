import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findSpecIssues } from '../../src/build/spec-issues.ts'
import { compileDefinitions, compileReportFiles } from '../../src/definition/compile.ts'
import { compileDatasetFiles } from '../../src/definition/datasets/compile-dataset.ts'
import type { DefinitionFile } from '../../src/diagnostics/json-document.ts'
import { formatDiagnostic } from '../../src/diagnostics/diagnostic.ts'
import {
  compatibilityRules,
  compatibilityWarnings,
  datasetRules,
  fileRules,
  reportRules,
} from '../../src/diagnostics/rule-catalogue.ts'
import { readFile } from '../../src/loading/read-folder.ts'
import {
  brokenDatasets,
  brokenReports,
  compatibleReports,
  incompatibleReports,
} from '../support/broken-definitions.ts'
import { editDefinition } from '../support/edit-definition.ts'
import { golden } from '../support/golden.ts'
import { readShippedDatasets, shippedReports } from '../support/shipped-reports.ts'

const shipped = shippedReports.map(readFile)
const examine = (file: DefinitionFile) => compileReportFiles([...shipped, file], findSpecIssues).diagnostics

const datasetFiles = readShippedDatasets()

/** The rules of each folder of goldens, files that break one each, and valid files that these change. */
const families = {
  reports: {
    rules: { ...fileRules, ...reportRules },
    broken: brokenReports,
    valid: [readFile('tests/definition/fixtures/base.json')],
    check: (file: DefinitionFile) => examine(file).map(formatDiagnostic),
  },
  datasets: {
    rules: datasetRules,
    broken: brokenDatasets,
    valid: [readFile('tests/definition/datasets/fixtures/base.json')],
    check: (file: DefinitionFile) =>
      compileDatasetFiles([...datasetFiles, file]).diagnostics.map(formatDiagnostic),
  },
  compatibility: {
    rules: { ...compatibilityRules, ...compatibilityWarnings },
    broken: incompatibleReports,
    valid: Object.values(compatibleReports),
    check: (file: DefinitionFile) => {
      const { diagnostics, warnings } = compileDefinitions({
        reportFiles: [file],
        datasetFiles: [
          ...datasetFiles,
          readFile('tests/definition/compatibility/fixtures/summed-calls.json'),
        ],
      })
      return [
        ...diagnostics.map(formatDiagnostic),
        ...warnings.map((warning) => `warning: ${formatDiagnostic(warning)}`),
      ]
    },
  },
}

/** Returns the rule that a broken definition is named after: `unique-path` breaks `unique`. */
const getRule = (name: string, known: object) =>
  [...Object.keys(known), 'unique', 'range']
    .filter((rule) => name === rule || name.startsWith(`${rule}-`))
    .toSorted((a, b) => b.length - a.length)[0]

describe.each(Object.entries(families))('each rule of %s', (name, { rules, broken, valid, check }) => {
  test.each(valid.map((file) => [file.path, file] as const))('is kept by %s', (_, file) =>
    expect(check(file)).toEqual([]),
  )

  test.each(Object.entries(broken))(
    'is broken by a definition, and reported at its location: %s',
    (key, file) => {
      const text = `${check(file).join('\n')}\n`
      expect(text).toContain(`[${getRule(key, rules)}]\n`)
      const folder = name === 'reports' ? '' : `${name}/`
      expect(text).toBe(golden(`tests/definition/${folder}goldens/${key}.txt`, text))
    },
  )

  test('has one, but those that no kept file can break', () => {
    const isBroken = new Set(Object.keys(broken).map((key) => getRule(key, rules)))
    const without = Object.keys(rules).filter((rule) => !isBroken.has(rule))
    expect(without).toEqual(name === 'reports' ? ['folder-empty', 'file-read', 'file-size'] : [])
  })
})

describe('a template is reported where it is wrong, not where its text begins', () => {
  test.each([
    ['Call \u2192 \\"{qualty}', '{qualty}', 'template-placeholder'],
    ['{report} {report:uper}', '{report:uper}', 'template-filter'],
    ['{report} {Report }', '{Report }', 'template-brace'],
    ['{report} ${report}', '{report}"', 'template-brace'],
    ['{report} }', '}"', 'template-brace'],
  ])('%s', (title, found, rule) => {
    const base = readFileSync('tests/definition/fixtures/base.json', 'utf8')
    const text = base.replace('"title": "Call Quality"', `"title": "${title}"`)
    const line = text.split('\n').find((one) => one.includes('"title"')) ?? ''
    const file = { path: 'tests/definition/fixtures/base.json', content: new TextEncoder().encode(text) }
    const diagnostics = examine(file)
    expect(diagnostics.map((diagnostic) => diagnostic.rule)).toEqual([rule])
    expect(diagnostics[0]?.column).toBe(line.indexOf(found) + 1)
  })
})

describe('a copy is reported, not its original', () => {
  const original = readFileSync('reports/monthly-report.json', 'utf8')
  const copy = (name: string, text: string) => ({
    path: `reports/${name}.json`,
    content: new TextEncoder().encode(text),
  })

  test.each(['a-copy', 'z-copy'])('%s with the id of the original is one diagnostic', (name) => {
    expect(examine(copy(name, original)).map(formatDiagnostic)).toEqual([
      `reports/${name}.json:3:9 id: 'monthly-report' is already used by reports/monthly-report.json; allowed is '${name}', the name of the file [unique]`,
    ])
  })

  test.each(['a-copy', 'z-copy'])(
    '%s with an id of its own shares path, label, permission, position',
    (name) => {
      const text = original.replace('"id": "monthly-report"', `"id": "${name}"`)
      const found = compileReportFiles([copy(name, text), ...shipped]).diagnostics
      expect(new Set(found.map(({ file }) => file))).toEqual(new Set([`reports/${name}.json`]))
      expect(found.map(({ rule }) => rule)).toEqual(
        expect.arrayContaining(['unique', 'unique', 'unique', 'unique']),
      )
    },
  )
})

describe('a suggestion is not what is written', () => {
  test('an expression that misspells a column does not get its own column as the suggestion', () => {
    const text = editDefinition(readFileSync('tests/definition/fixtures/base.json', 'utf8'), {
      'columns.2.value': 'add(answered, al)',
    })
    const file = { path: 'tests/definition/fixtures/base.json', content: new TextEncoder().encode(text) }
    expect(examine(file).map(({ message }) => message)).toEqual([
      "no column 'al'; known are answered, dropped",
    ])
  })
})

describe('a file that is no text of JSON is a diagnostic, never a crash', () => {
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
  ] as const)('%s', { timeout: 20_000 }, (_what, file, rule) => {
    const diagnostics = examine(file)
    expect(diagnostics.map((diagnostic) => diagnostic.rule)).toContain(rule)
    expect(diagnostics.length).toBeLessThanOrEqual(200)
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
