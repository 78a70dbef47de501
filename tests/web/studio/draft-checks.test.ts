import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkDrafts } from '../../../src/web/studio/draft-checks.ts'
import { readTexts } from '../../support/definition-folders.ts'

const texts = readTexts()
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
const draft = (kind: (typeof texts)[number]['kind'], name: string, definition: object) => ({
  kind,
  name,
  text: JSON.stringify(definition),
})

describe('the difference of a draft to what runs', () => {
  test.each([
    ['reports', 'monthly-report', { unit: 'Calls' }, "  `unit` is 'Calls' instead of"],
    ['datasets', 'daily-reports', { noun: 'day' }, "  `noun` is 'day' instead of 'daily report'."],
    ['dashboards', 'operations', { title: 'Today' }, "  `title` is 'Today' instead of 'Operations'."],
    ['calendars', 'nigeria', { title: 'Lagos' }, "  `title` is 'Lagos' instead of 'Nigeria'."],
  ] as const)('is said in words: %s', (kind, name, change, line) => {
    const path = `${kind}/${name}.json`
    const drafts = [draft(kind, name, { ...read(path), ...change })]
    const { screen } = checkDrafts({ texts, drafts }, path, () => [])
    expect(screen?.changes).toEqual(expect.arrayContaining([expect.stringContaining(line)]))
    expect(checkDrafts({ texts, drafts: [] }, path, () => []).screen?.changes).toEqual([])
  })

  test('of a new schedule is that it is new', () => {
    const form = read('examples/schedules/monthly-quality.json')
    const drafts = [
      draft('schedules', 'weekly', {
        ...form,
        id: 'weekly',
        view: { kind: 'dashboard', id: 'operations' },
      }),
    ]
    const { screen, problems } = checkDrafts({ texts, drafts }, 'schedules/weekly.json', () => [])
    expect(problems).toEqual([])
    expect(screen?.changes).toEqual(["The schedule 'weekly' is new."])
    expect(screen?.schedule?.id).toBe('weekly')
  })
})

test('a file with an error has no screen, and breaks no other one', () => {
  const drafts = [
    draft('reports', 'broken', {}),
    draft('dashboards', 'operations', read('dashboards/operations.json')),
  ]
  expect(checkDrafts({ texts, drafts }, 'reports/broken.json', () => []).screen).toBeNull()
  expect(checkDrafts({ texts, drafts }, 'dashboards/operations.json', () => []).screen?.dashboard?.id).toBe(
    'operations',
  )
})

test('a dashboard with an error is not missing for the schedule that sends it', () => {
  const schedule = { ...read('examples/schedules/monthly-quality.json'), id: 'weekly' }
  const drafts = [
    draft('schedules', 'weekly', { ...schedule, view: { kind: 'dashboard', id: 'operations' } }),
    draft('dashboards', 'operations', { ...read('dashboards/operations.json'), order: 'first' }),
  ]
  const { problems } = checkDrafts({ texts, drafts }, 'dashboards/operations.json', () => [])
  expect(problems.map(({ file, rule }) => `${file} ${rule}`)).toEqual([
    'dashboards/operations.json schema-type',
  ])
})

test('an error that a draft causes in another file belongs to the draft, until the draft is discarded', () => {
  const path = 'reports/daily-report-minutes.json'
  const report = read(path)
  const taken = { ...report, menu: { ...(report.menu as object), permission: 18 } }
  const drafts = [draft('reports', 'daily-report-minutes', taken), draft('reports', 'broken', {})]
  const { problems, caused, screen } = checkDrafts({ texts, drafts }, path, () => [])
  expect(problems.filter(({ file }) => file === path)).toEqual([])
  expect(caused).toMatchObject([
    {
      file: 'reports/daily-international-minutes.json',
      rule: 'unique',
      message: "'18' is already used by 'daily-report-minutes'; '21' is free",
    },
  ])
  expect(screen).toBeNull()
  expect(checkDrafts({ texts, drafts }, 'reports/monthly-report.json', () => []).caused).toEqual([])
})
