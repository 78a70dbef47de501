import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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
const commit = (message: string) => {
  git('add', '.')
  git('commit', '--quiet', '-m', message)
}
/** Undoes what a test has changed. */
const restore = () => {
  git('checkout', '--quiet', '.')
  git('clean', '--quiet', '--force', '-d')
}
const diff = (ref: string) => reports(['diff', ref, '--dir', folder])
const write = (definition: object, name = 'small.json') =>
  writeFileSync(join(folder, name), JSON.stringify(definition, null, 2))

beforeAll(() => {
  git('init', '--quiet', '--initial-branch=main')
  writeFileSync(join(root, 'README.md'), 'x')
  commit('before any report')
  git('tag', 'empty')
  mkdirSync(join(folder, 'below'), { recursive: true })
  write({ ...small, title: '{x}' })
  commit('a report with an error')
  git('tag', 'broken')
  write(small)
  // Neither is a definition of the folder.
  write({}, 'below/other.json')
  symlinkSync('small.json', join(folder, 'link.json'))
  commit('a report')
  rmSync(join(folder, 'link.json'))
})

const other = createFolder()

describe('reports diff', () => {
  test('compares the working tree with a commit, and checks nothing out', async () => {
    write({ ...small, title: 'Large' })
    const read = () => [readFileSync(join(folder, 'small.json'), 'utf8'), git('status', '--porcelain')]
    const before = read()
    const { code, out, err } = await diff('HEAD')
    expect([code, err]).toEqual([0, ''])
    expect(out.split('\n')).toContain("  `title` is 'Large' instead of 'Small'.")
    expect(out.split('\n').at(-1)).toBe('1 report changed since HEAD')
    expect(read()).toEqual(before)
  })

  test('has nothing to say if nothing changed', async () => {
    write(small)
    expect(await diff('main')).toEqual({ code: 0, out: 'no definition changed since main', err: '' })
  })

  test('compares with a commit before the folder of reports', async () => {
    write(small)
    const { code, out } = await diff('empty')
    expect([code, out.split('\n').at(-1)]).toEqual([0, '1 report added since empty'])
  })

  test('tells what changed in datasets, dashboards and schedules, by their parts', async () => {
    const calls = (values: readonly string[], label: string) => ({
      id: 'calls',
      title: 'Calls',
      summary: 'calls of a day',
      noun: 'call',
      time: { kind: 'date', field: 'day' },
      dimensions: [{ field: 'region', values }],
      measures: [{ field: 'calls', label }, { field: 'minutes' }],
    })
    const figure = { figure: 'small', title: 'Now' }
    const chart = { chart: 'small', type: 'line' }
    const overview = { id: 'overview', title: 'Overview', description: 'x', order: 1 }
    const weekly = (time: string) => ({
      id: 'weekly',
      owner: 'administrator',
      view: { kind: 'report', id: 'small' },
      due: { every: 'weekly', day: 1, time, zone: 'UTC' },
      recipients: ['a@partner.example'],
    })
    const put = (files: Readonly<Record<string, object>>) => {
      for (const [path, definition] of Object.entries(files)) {
        mkdirSync(join(root, dirname(path)), { recursive: true })
        writeFileSync(join(root, path), JSON.stringify(definition))
      }
    }
    write(small)
    put({
      'datasets/calls.json': calls(['East', 'West'], 'Calls'),
      'datasets/gone.json': { ...calls(['East'], 'Calls'), id: 'gone' },
      'dashboards/overview.json': { ...overview, tiles: [figure, chart] },
      'schedules/weekly.json': weekly('07:00'),
    })
    commit('a dataset, a dashboard and a schedule')
    rmSync(join(root, 'schedules'), { recursive: true })
    rmSync(join(root, 'datasets', 'gone.json'))
    put({
      'datasets/calls.json': calls(['East'], 'Answered'),
      'dashboards/overview.json': { ...overview, tiles: [{ ...figure, width: 6 }] },
    })
    const lines = async () => (await diff('HEAD')).out.split('\n')
    expect(await lines()).toEqual([
      "The dataset 'calls'",
      "  `values` of the dimension 'region' is 'East' instead of 'East', 'West'.",
      "  `label` of the measure 'Calls' (calls) is 'Answered' instead of 'Calls'.",
      "The dataset 'gone' is removed.",
      "The dashboard 'overview'",
      "  The tile 'chart small' is removed.",
      "  `width` of the tile 'Now' is 6 instead of nothing.",
      "The schedule 'weekly' is removed.",
      '1 dataset removed, 1 dataset changed, 1 dashboard changed, 1 schedule removed since HEAD',
    ])
    put({
      'schedules/weekly.json': weekly('08:30'),
      'schedules/daily.json': { ...weekly('06:00'), id: 'daily' },
    })
    expect((await lines()).slice(-4)).toEqual([
      "The schedule 'daily' is new.",
      "The schedule 'weekly'",
      "  `due.time` is '08:30' instead of '07:00'.",
      '1 dataset removed, 1 dataset changed, 1 dashboard changed, 1 schedule added, 1 schedule changed since HEAD',
    ])
    restore()
  })

  test('compiles earlier reports with the datasets of then', async () => {
    const define = (field: string) => {
      const time = { kind: 'date', field: 'day' }
      const texts = { title: 'Lines', summary: 'lines of a day', noun: 'line' }
      const fields = { dimensions: [{ field: 'region' }], measures: [{ field }] }
      const dataset = { id: 'lines', ...texts, time, ...fields }
      mkdirSync(join(root, 'datasets'), { recursive: true })
      writeFileSync(join(root, 'datasets', 'lines.json'), JSON.stringify(dataset))
      const question = { data: { dataset: 'lines' }, rows: { by: ['region'] }, columns: [field] }
      const menu = { label: 'Asked', permission: 97, order: 97 }
      const selectors = [{ kind: 'year' }, { kind: 'month' }]
      write({ id: 'asked', title: 'Asked', menu, selectors, ...question }, 'asked.json')
    }
    define('calls')
    commit('a report that asks a dataset')
    define('attempts')
    const { out, err } = await diff('HEAD')
    expect(err).toBe('')
    expect(out).toContain("The measure 'attempts' is new, at position 1.")
    expect(out).toContain('1 report changed, 1 dataset changed since HEAD')
    git('checkout', '--quiet', '.')
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

  test('names a report with errors at the commit or in the working tree, and exits with 2', async () => {
    write(small)
    const old = await diff('broken')
    expect(old.code).toBe(2)
    expect(old.out).toContain('Asked (asked) is a new report.')
    expect(old.out).not.toContain('(small)')
    expect(old.err.split('\n')).toEqual([
      `broken:${folder}/small.json:4:13 title: unknown placeholder {x}; known are report [template-placeholder]`,
      'not compared, because of errors: reports/small.json',
    ])
    write({ ...small, title: '{x}' })
    const now = await diff('HEAD')
    expect([now.code, now.out]).toEqual([2, 'no definition changed since HEAD'])
    expect(now.err).toContain('not compared, because of errors: reports/small.json')
  })

  test('compares the other reports if one has errors', async () => {
    write({ ...small, title: '{x}' })
    const menu = { label: 'Second', permission: 95, order: 95 }
    write({ ...small, id: 'second', path: '/report/second', menu }, 'second.json')
    const { code, out, err } = await diff('HEAD')
    expect([code, out]).toEqual([2, 'Second (second) is a new report.\n1 report added since HEAD'])
    expect(err).toContain('not compared, because of errors: reports/small.json')
    restore()
  })
})
