import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const rows = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| [SHMLBCN]\d+ \|/.test(line))
  .map((line) => {
    const [, name = '', , where = ''] = line.split('|').map((cell) => cell.trim())
    return { name, where, paths: where.match(/tests\/[\w./-]+\w/g) ?? [] }
  })

const numbered = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`)

test('docs/security.md has a row for each of the 96 cases and for each finding, in order', () => {
  const findings = [
    ...numbered('H', 2),
    ...numbered('M', 14),
    ...numbered('L', 12),
    ...numbered('B', 11),
    ...numbered('C', 7),
    ...numbered('N', 15),
  ]
  expect(rows.map(({ name }) => name)).toEqual([...numbered('S', 96), ...findings])
})

describe('the row of', () => {
  test.each(rows)(
    '$name names tests that are there and cite it, or says what does not hold',
    ({ name, where, paths }) => {
      const silent = paths.filter(
        (path) => !existsSync(path) || !new RegExp(`\\b${name}\\b`).test(readFileSync(path, 'utf8')),
      )
      expect({ silent, twice: paths.length - new Set(paths).size }).toEqual({ silent: [], twice: 0 })
      expect(paths.length > 0 || /^(Not held|Does not apply)/.test(where)).toBe(true)
    },
  )
})
