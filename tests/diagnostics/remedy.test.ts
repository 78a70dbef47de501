import { describe, expect, test } from 'vitest'
import { findEnd, findOffset, findRemedy } from '../../src/diagnostics/remedy.ts'
import { checkDefinitions, groupTexts } from '../../src/loading/check-definitions.ts'
import { readTexts } from '../support/definition-folders.ts'

const texts = readTexts('examples/')
const [kind, name] = ['reports', 'minutes-trend'] as const
const valid = texts.find((file) => file.kind === kind && file.name === name)?.text ?? ''

/** Applies every remedy of the first check, and checks again. */
function fix(text: string, file = { kind, name } as Pick<(typeof texts)[number], 'kind' | 'name'>): string {
  const { errors } = checkDefinitions(groupTexts(texts, [{ ...file, text }]))
  const own = errors.filter((error) => error.file === `${file.kind}/${file.name}.json`)
  expect(own).not.toEqual([])
  const [remedy] = own.flatMap((error) => findRemedy(text, error) ?? [])
  return remedy === undefined ? text : text.slice(0, remedy.from) + remedy.insert + text.slice(remedy.to)
}

describe('the remedy of a mistake restores the valid definition', () => {
  test.each([
    ['a misspelled key', '"columns"', '"colums"'],
    ['a misspelled value', '"window(mean(minutes), 7, day)"', '"window(mean(minuts), 7, day)"'],
    ['a misspelled measure', '"field": "minutes"', '"field": "minuts"'],
    ['a misspelled time', '"by": ["day"]', '"by": ["dai"]'],
    ['the id of another file', '"id": "minutes-trend"', '"id": "minutes-trends"'],
    ['a comma too many', '"sum": false }\n}', '"sum": false }\n,}'],
    ['a comma too few', '"id": "minutes-trend",', '"id": "minutes-trend"'],
    ['a misspelled unit of a window', '"window(mean(minutes), 7, day)"', '"window(mean(minutes), 7, dai)"'],
  ])('%s', (_, right, wrong) => {
    expect(valid).toContain(right)
    const fixed = fix(valid.replace(right, wrong))
    expect(fixed.replaceAll(/\s/g, '')).toBe(valid.replaceAll(/\s/g, ''))
  })
})

test.each([
  ['a key of names', 'dashboards', 'quality', '"direction": "OUTBOUND"', '"directon": "OUTBOUND"'],
  ['a measure of another table', 'reports', 'margins', 'rates.rateIn, NGN', 'rates.rateInn, NGN'],
] as const)('a misspelled name is replaced where it is: %s', (_, kindOf, nameOf, right, wrong) => {
  const text = texts.find((file) => file.kind === kindOf && file.name === nameOf)?.text ?? ''
  expect(text).toContain(right)
  expect(fix(text.replace(right, wrong), { kind: kindOf, name: nameOf })).toBe(text)
})

test('a placeholder within a text has no remedy: only a part of the text is wrong', () => {
  const text = valid.replace('"menu"', '"title": "Minutes {repot}", "menu"')
  expect(fix(text)).toBe(text)
})

test('a name that the expression has already is no remedy: it would count twice', () => {
  const text = valid.replace('"window(mean(minutes), 7, day)"', '"add(minutes, minuts)"')
  expect(text).not.toBe(valid)
  expect(fix(text)).toBe(text)
})

test('an order keeps its sign', () => {
  const text = valid.replace('"by": ["day"]', '"by": ["day"], "sort": "-minuts"')
  expect(fix(text)).toContain('"sort": "-minutes"')
})

test('a diagnostic covers its text, its name, or one character', () => {
  const text = '{\n  "a": minutes,\n  "b": "x"\n}'
  const at = (line: number, column: number) =>
    findOffset(text, { file: '', line, column, path: [], rule: 'schema-key', message: '' })
  expect(text.slice(at(2, 8), findEnd(text, at(2, 8)))).toBe('minutes')
  expect(text.slice(at(3, 8), findEnd(text, at(3, 8)))).toBe('"x"')
  expect(text.slice(at(1, 1), findEnd(text, at(1, 1)))).toBe('{')
  const pair = '{ "value": "sum(a", "id": "x" }'
  const end = pair.indexOf('", "id"')
  expect(pair.slice(end, findEnd(pair, end))).toBe('"')
  expect(at(99, 1)).toBe(text.length)
})

test('a right that another report has becomes the next free one', () => {
  const text = valid.replace('"permission": 123', '"permission": 102')
  expect(fix(text)).toBe(valid.replace('"permission": 123', '"permission": 139'))
})
