import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { createFolder } from '../support/folder.ts'

/*
 * Whoever adds definitions by files has a green gate: a clean copy of the repository gets a report, a dataset, a dashboard
 * and a schedule.
 */
const copy = createFolder()
const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
for (const path of tracked.split('\0').filter((name) => name !== '')) {
  mkdirSync(dirname(join(copy, path)), { recursive: true })
  cpSync(path, join(copy, path))
}
for (const name of ['node_modules', 'dist']) symlinkSync(resolve(name), join(copy, name))

const write = (path: string, content: string | object) => {
  mkdirSync(dirname(join(copy, path)), { recursive: true })
  writeFileSync(join(copy, path), typeof content === 'string' ? content : JSON.stringify(content, null, 2))
}

/** Runs a command in the copy. Throws an error with its output, the failures first, if it fails. */
function run(command: string, ...args: readonly string[]): string {
  const { TEST_ENGINE: _, GOLDENS: __, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, encoding: 'utf8', env })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${stderr}\n${stdout}`)
  return stdout
}
const reports = (...args: readonly string[]) => run('npm', 'run', '--silent', 'reports', '--', ...args)

test('a report, a dataset, a dashboard and a schedule that are added keep every step of the guide green', () => {
  const rows = ['Day,Region,Attempts,Answered', '2025-03-01,North,1200,1101', '2025-03-01,South,900,845']
  write('quality.csv', [...rows, '2025-03-02,North,1250,1160', '2025-03-02,South,910,850'].join('\n'))
  reports('new', 'added-quality', '--with-data', 'quality.csv')
  const dataset = JSON.parse(readFileSync(join(copy, 'datasets/added-quality.json'), 'utf8'))
  expect(dataset.demo).toEqual({
    stored: false,
    values: { attempts: 1065, answered: 989 },
    dimensions: { region: { North: 1.15, South: 0.85 } },
  })
  const selectors = { region: 'North' }
  write('dashboards/added.json', {
    id: 'added',
    title: 'Added',
    tiles: [{ figure: 'added-quality', selectors }],
  })
  write('schedules/added.json', {
    id: 'added',
    owner: 'administrator',
    view: { kind: 'report', id: 'added-quality', selectors },
    due: { every: 'monthly', time: '07:00', zone: 'Africa/Lagos' },
    recipients: ['quality@partner.example'],
  })
  expect(reports('check')).toBe('6 definitions, 6 datasets, 4 dashboards, 1 schedule, nothing found\n')
  expect(reports('contract', 'reports/added-quality.json')).toMatch(/: nothing found\n$/)
  run('npm', 'run', '--silent', 'goldens')
  const folders = [
    'tests/reports',
    'tests/definition',
    'tests/cli/reports',
    'tests/server/data/imports',
    'tests/definition-names.test.ts',
    'tests/generated.test.ts',
    'tests/recipes.test.ts',
    'tests/server/identity/access',
    'tests/server/data/dashboards',
    'tests/server/delivery/schedules',
    'tests/server/data/openapi',
    'tests/server/start.test.ts',
    'tests/web/report/report-downloads.workbook.test.ts',
  ]
  run('npx', 'vitest', 'run', '--project', 'unit', ...folders)
  const { status } = spawnSync('diff', ['-r', 'tests/definition', resolve('tests/definition')], { cwd: copy })
  expect(status).toBe(0)
}, 1_200_000)
