import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((path) => existsSync(path))

/** The anchors of a page's headings, as GitHub forms them. */
const anchorsOf = (path: string): Set<string> => {
  const headings = [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text)
  return new Set(
    headings.map((text) =>
      text
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

test.each(pages)('%s links to files and headings that exist', (page) => {
  const text = readFileSync(page, 'utf8').replaceAll(/```[^]*?```/g, '')
  const broken = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? page : normalize(join(dirname(page), path))
      return (
        !existsSync(target) ||
        (anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor))
      )
    })
  expect(broken).toEqual([])
})

test.each(['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/recipes.md'])(
  '%s names source files that exist',
  (page) => {
    const paths = [...readFileSync(page, 'utf8').matchAll(/`((?:src|schemas|tests|docs)\/[\w./-]+\w)`/g)]
    const missing = paths.map(([, path = '']) => path).filter((path) => !existsSync(path))
    expect(missing).toEqual([])
  },
)
