import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The rows of guarantees: what holds, and the file and the start of the title of its test. */
const rows = [
  ...readFileSync('docs/security.md', 'utf8').matchAll(
    /^\| (.+) \| `([\w./-]+\.(?:test|spec)\.tsx?)`: (.+) \|$/gm,
  ),
].map(([, guarantee = '', path = '', title = '']) => ({ guarantee, file: join('tests', path), title }))

test('docs/security.md names for each guarantee a test that exists', () => {
  expect(rows.length).toBeGreaterThan(80)
  const missing = rows.filter(
    ({ file, title }) => !existsSync(file) || !readFileSync(file, 'utf8').includes(title),
  )
  expect(missing).toEqual([])
})

test('each guarantee of docs/security.md has a row of its own', () => {
  const guarantees = rows.map(({ guarantee }) => guarantee)
  expect(new Set(guarantees).size).toBe(guarantees.length)
})
