import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { small } from '../../support/definitions.ts'
import { createFolder } from '../../support/folder.ts'
import { reports } from '../../support/terminal.ts'

const root = createFolder()
const folder = join(root, 'reports')
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=Author', '-c', 'user.email=author@example.com', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
const write = (definition: object, name = 'small.json') =>
  writeFileSync(join(folder, name), JSON.stringify(definition, null, 2))

beforeAll(() => {
  git('init', '--quiet', '--initial-branch=main')
  writeFileSync(join(root, 'README.md'), 'x')
  git('add', '.')
  git('commit', '--quiet', '-m', 'before any report')
  git('tag', 'empty')
  mkdirSync(join(folder, 'below'), { recursive: true })
  write({ ...small, title: '{x}' })
  git('add', '.')
  git('commit', '--quiet', '-m', 'a report with an error')
  git('tag', 'broken')
  write(small)
  // Neither is a definition of the folder.
  write({}, 'below/other.json')
  symlinkSync('small.json', join(folder, 'link.json'))
  git('add', '.')
  git('commit', '--quiet', '-m', 'a report')
  rmSync(join(folder, 'link.json'))
})

const other = createFolder()

describe('reports diff', () => {
  test('compares the working tree with a commit, and checks nothing out', async () => {
    write({ ...small, title: 'Large' })
    const [before, status] = [readFileSync(join(folder, 'small.json'), 'utf8'), git('status', '--porcelain')]
    const { code, out, err } = await reports(['diff', 'HEAD', '--dir', folder])
    expect([code, err]).toEqual([0, ''])
    expect(out.split('\n')).toContain("  `title` is 'Large' instead of 'Small'.")
    expect(out.split('\n').at(-1)).toBe('1 report changed since HEAD')
    expect([readFileSync(join(folder, 'small.json'), 'utf8'), git('status', '--porcelain')]).toEqual([
      before,
      status,
    ])
  })

  test('has nothing to say if nothing changed', async () => {
    write(small)
    expect(await reports(['diff', 'main', '--dir', folder])).toEqual({
      code: 0,
      out: 'no report changed since main',
      err: '',
    })
  })

  test('compares with a commit before the folder of reports', async () => {
    write(small)
    const { code, out } = await reports(['diff', 'empty', '--dir', folder])
    expect([code, out.split('\n').at(-1)]).toEqual([0, '1 report added since empty'])
  })

  test.each(['none', 'HEAD~99', 'HEAD:reports', '--output=/tmp/x', '-- HEAD', '$(touch x)', 'HEAD\n', ''])(
    'exits with 2 for %j, which is no commit',
    async (ref) => {
      const { code, out, err } = await reports(['diff', '--dir', folder, '--', ref])
      expect([code, out]).toEqual([2, ''])
      expect(err).toMatch(/^(no commit '|expected one commit)/)
    },
  )

  test('exits with 2 outside of a repository', async () => {
    const { code, err } = await reports(['diff', 'HEAD', '--dir', other])
    expect([code, err.split('\n')[0]]).toEqual([2, `no commit 'HEAD' in a git repository around ${other}`])
  })

  test('exits with 2 if the definitions of the commit, or of the working tree, have errors', async () => {
    write(small)
    const old = await reports(['diff', 'broken', '--dir', folder])
    expect([old.code, old.out]).toEqual([2, ''])
    expect(old.err.split('\n')).toEqual([
      `broken:${folder}/small.json:4:13 title: unknown placeholder {x}; known are report [template-placeholder]`,
      'the definitions of broken have errors, so nothing was compared',
    ])
    write({ ...small, title: '{x}' })
    const now = await reports(['diff', 'HEAD', '--dir', folder])
    expect([now.code, now.out]).toEqual([2, ''])
    expect(now.err).toContain(`the definitions of ${folder} have errors, so nothing was compared`)
  })
})
