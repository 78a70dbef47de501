import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sections = new Set(
  [...readFileSync('docs/specification.md', 'utf8').matchAll(/^#{2,3} (\d+(?:\.\d+)?) /gm)].map(
    ([, number]) => number,
  ),
)

const texts = ['tests', 'src', 'schemas', 'docs'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs|md)$/.test(name))
    .map((name) => ({ file: join(folder, name), text: readFileSync(join(folder, name), 'utf8') })),
)

test('every citation of the specification names a section that exists', () => {
  const citations = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/\bspec (\d+(?:\.\d+)?(?:, \d+(?:\.\d+)?)*)/g)].flatMap(([, list = '']) =>
      list.split(', ').map((number) => ({ file, number })),
    ),
  )
  expect(citations.length).toBeGreaterThan(100)
  expect(citations.filter(({ number }) => !sections.has(number))).toEqual([])
})

test('no file cites a paper that is not in the repository', () => {
  const cites = texts
    .filter(({ text }) => /\u00a7|\((?:[^()]*, )?R\d{1,2}\b/.test(text))
    .map(({ file }) => file)
  expect(cites).toEqual([])
})
