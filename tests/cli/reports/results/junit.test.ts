import { Window } from 'happy-dom'
import { describe, expect, test } from 'vitest'
import { formatJunit } from '../../../../src/cli/reports/results/junit.ts'
import type { CheckResult } from '../../../../src/cli/reports/results/result.ts'
import { hostileDiagnostic, hostileTexts } from '../../../support/hostile-diagnostics.ts'

const window = new Window()

/** A document by a parser of XML; counts and structure are checked as readers of JUnit expect them. */
function parse(result: CheckResult) {
  const xml = formatJunit(result)
  expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites /)
  // Nothing that is not markup of this format, and no character that XML does not allow.
  expect(xml.replaceAll(/<\/?(testsuites|testsuite|testcase|failure|system-out)\b[^<>]*>/g, '')).not.toMatch(
    /<(?!\?xml)|\]\]>/,
  )
  expect(xml).not.toMatch(/[^\n\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u)
  const document = new window.DOMParser().parseFromString(xml, 'application/xml')
  expect(document.querySelector('parsererror')).toBeNull()
  const root = document.documentElement
  const suites = [...root.children].map((suite) => {
    expect(suite.tagName).toBe('testsuite')
    const cases = [...suite.children].map((one) => {
      expect(one.tagName).toBe('testcase')
      const [child] = [...one.children]
      return {
        name: one.getAttribute('name'),
        classname: one.getAttribute('classname'),
        child: child?.tagName ?? null,
        type: child?.getAttribute('type') ?? null,
        message: child?.getAttribute('message') ?? null,
        text: child?.textContent ?? null,
      }
    })
    expect(suite.getAttribute('tests')).toBe(String(cases.length))
    expect(suite.getAttribute('failures')).toBe(
      String(cases.filter(({ child }) => child === 'failure').length),
    )
    expect([suite.getAttribute('errors'), suite.getAttribute('skipped')]).toEqual(['0', '0'])
    return { name: suite.getAttribute('name'), cases }
  })
  const cases = suites.flatMap((suite) => suite.cases)
  expect(root.getAttribute('tests')).toBe(String(cases.length))
  expect(root.getAttribute('failures')).toBe(String(result.errors.length))
  return { name: root.getAttribute('name'), suites, cases }
}

const none: CheckResult = { command: 'check', files: [], counts: {}, errors: [], warnings: [] }
const at = { file: 'reports/x.json', line: 4, column: 12, path: ['title'] } as const

describe('a result as JUnit XML', () => {
  test('has a test case that passes for each file without errors', () => {
    const { name, suites } = parse({ ...none, files: ['reports/x.json', 'reports/y.json'] })
    expect(name).toBe('reports check')
    expect(suites.map(({ name, cases }) => [name, cases.length, cases[0]?.child])).toEqual([
      ['reports/x.json', 1, null],
      ['reports/y.json', 1, null],
    ])
  })

  test('has a failure for each error, with rule, message and location', () => {
    const { cases } = parse({
      ...none,
      files: ['reports/x.json'],
      errors: [{ ...at, rule: 'template-placeholder', message: 'unknown placeholder {x}' }],
    })
    expect(cases).toEqual([
      {
        name: 'template-placeholder 4:12 title',
        classname: 'reports/x.json',
        child: 'failure',
        type: 'template-placeholder',
        message: 'unknown placeholder {x}',
        text: 'reports/x.json:4:12 title: unknown placeholder {x} [template-placeholder]',
      },
    ])
  })

  test('has a warning as a test case that passes', () => {
    const { cases } = parse({
      ...none,
      files: ['reports/x.json'],
      warnings: [{ ...at, rule: 'served-nowhere', message: 'no dataset' }],
    })
    expect(cases.map(({ child, text }) => [child, text])).toEqual([
      ['system-out', 'warning: reports/x.json:4:12 title: no dataset [served-nowhere]'],
      [null, null],
    ])
  })

  test('has a suite for a file that was not checked itself', () => {
    const { suites } = parse({ ...none, errors: [{ ...at, rule: 'use-unknown', message: 'x' }] })
    expect(suites.map(({ name }) => name)).toEqual(['reports/x.json'])
  })

  test.each(hostileTexts)('keeps the text %j', (text) => {
    const diagnostic = hostileDiagnostic(text, 1)
    const { cases } = parse({ ...none, files: [diagnostic.file], errors: [diagnostic] })
    const allowed = text.replaceAll(
      /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu,
      '\uFFFD',
    )
    expect(cases[0]?.message).toBe(`unknown key '${allowed}'`)
    expect(cases[0]?.text).toContain(`unknown key '${allowed}' [schema-key]`)
  })
})
