import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const rows = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| S\d+ \|/.test(line))
  .map((line) => {
    const [, name = '', , where = ''] = line.split('|').map((cell) => cell.trim())
    return { name, where, paths: where.match(/tests\/[\w./-]+\w/g) ?? [] }
  })

test('docs/security.md has a row for each of the 88 cases, in order', () => {
  expect(rows.map(({ name }) => name)).toEqual(Array.from({ length: 88 }, (_, index) => `S${index + 1}`))
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
