import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The rows of guarantees: what holds, and the file and the start of the title of its test. */
const rows = [
  ...readFileSync('docs/security.md', 'utf8').matchAll(
    /^\| (.+) \| `([\w./-]+\.(?:test|spec)\.tsx?)`: (.+) \|$/gm,
  ),
].map(([, guarantee = '', path = '', title = '']) => ({ guarantee, file: join('tests', path), title }))

test('docs/security.md names for each guarantee the start of exactly one title of a test', () => {
  expect(rows.length).toBeGreaterThan(80)
  const countTitles = (file: string, start: string) =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .split(/['"`]/)
          .filter((text) => text.startsWith(start)).length
      : 0
  const wrong = rows.filter(({ file, title }) => countTitles(file, title) !== 1)
  expect(wrong).toEqual([])
})

test('each guarantee of docs/security.md has a row of its own', () => {
  const guarantees = rows.map(({ guarantee }) => guarantee)
  expect(new Set(guarantees).size).toBe(guarantees.length)
})
