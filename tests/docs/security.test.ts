import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const rows = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, name = '', text = ''] = /^\| ([SHMLBCN]\d+) \| (.*) \|$/.exec(line) ?? []
    return name === '' ? [] : [{ name, isTested: !/Not held by a test|Does not apply/.test(text) }]
  })
const names = rows.map(({ name }) => name)

const numbered = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`)

/** What stands in the brackets of the titles and comments of the tests, such as "(spec 6.4, L5)". */
const citations = new Set(
  readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(test|spec)\.tsx?$/.test(path))
    .flatMap(
      (path) => readFileSync(join('tests', path), 'utf8').match(/(?<=[( '])[SHMLBCN]\d{1,3}(?=[,):])/g) ?? [],
    ),
)

test('docs/security.md has a row for each of the 109 cases and for each finding, in order', () => {
  const findings = [
    ...numbered('H', 2),
    ...numbered('M', 14),
    ...numbered('L', 12),
    ...numbered('B', 11),
    ...numbered('C', 7),
    ...numbered('N', 15),
  ]
  expect(names).toEqual([...numbered('S', 109), ...findings])
})

test('a test cites each of them, unless the row says that none does', () => {
  expect(rows.filter(({ isTested }) => isTested).filter(({ name }) => !citations.has(name))).toEqual([])
})
