import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { DraftEffects } from '../../../../schemas/api/definitions.ts'
import { insertOwnAlert } from '../../../../src/server/delivery/alerts/own-alerts.ts'
import { insertNote } from '../../../../src/server/data/notes/stored-notes.ts'
import { insertSchedule } from '../../../../src/server/delivery/schedules/schedule-repository.ts'
import { createTestUsers } from '../../../support/test-users.ts'
import { readTexts } from '../../../support/definition-folders.ts'

const definitions = readTexts()
const portal = await createTestUsers({ definitions })
const { database } = portal.engine
const superadmin = await portal.as('superadmin')
const ada = await portal.addUserWithRole('ada', [13, 17])
await portal.addUserWithRole('bob', [13, 90])
await portal.addUserWithRole('eve', [90])
const cleo = await portal.addUserWithRole('cleo', [13])
await database
  .insertInto('user_rights')
  .values([13, 17].map((menu_id) => ({ user_id: cleo.id, menu_id })))
  .execute()
await database.updateTable('users').set({ own_rights: 1 }).where('id', '=', cleo.id).execute()

/** Stores a view of ada. */
const addView = (name: string, address: string) =>
  database
    .insertInto('views')
    .values({ user_id: ada.id, report: NAME, name, address, is_default: 0 })
    .execute()

const NAME = 'daily-report-minutes'
const PATH = `/report/${NAME}/mno-to-routelink`

type Definition = Record<string, unknown>

async function describe(
  change: (definition: Definition) => object,
  path = `reports/${NAME}.json`,
): Promise<DraftEffects> {
  const [kind, name] = path.replace('.json', '').split('/')
  const draft = { kind, name, text: JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')))) }
  const { body } = await superadmin('POST', '/v1/definitions/effects', { drafts: [draft], path })
  return body['records'] as DraftEffects
}

test('another permission takes a report from roles and users, and gives it to others', async () => {
  const { access } = await describe((definition) => ({
    ...definition,
    menu: { ...(definition['menu'] as object), permission: 90 },
  }))
  // Eve lacks the right to reports, and role 1 has every right.
  expect(access).toEqual([
    'Role administrator (1 user) loses access to Daily Report - Minutes.',
    'Role analyst (1 user) loses access to Daily Report - Minutes.',
    'Role ada role (1 user) loses access to Daily Report - Minutes.',
    'Role bob role (1 user) gains access to Daily Report - Minutes.',
    'User cleo, by own rights, loses access to Daily Report - Minutes.',
  ])
})

test('a right of its own takes a dashboard from those without it', async () => {
  const path = 'dashboards/operations.json'
  const { access } = await describe((definition) => ({ ...definition, permission: 90 }), path)
  expect(access).toEqual([
    'Role administrator (1 user) loses access to Operations.',
    'Role analyst (1 user) loses access to Operations.',
  ])
})

test('a table with another noun changes nothing for users, though reports use it', async () => {
  const path = 'datasets/daily-reports.json'
  expect(await describe((definition) => ({ ...definition, noun: 'day' }), path)).toEqual({
    access: [],
    broken: [],
  })
})

test('views and schedules of users that name a lost selector, column or address break', async () => {
  const schedule = {
    view: {
      kind: 'report' as const,
      id: NAME,
      tab: 'mno-to-routelink',
      variant: null,
      chart: 'pie',
      selectors: {},
      compare: null,
      added: ['share:IDA'],
      period: 'latest',
    },
    due: { every: 'daily' as const, day: 1, time: '07:00', zone: 'UTC' },
    workbook: false,
    charts: true,
    recipients: ['ada@example.com'],
    onlyNewData: false,
  }
  await insertSchedule(database, ada.id, schedule)
  await addView('Whole', `${PATH}?year=2025&month=3&view=table`)
  await addView('Pie', `${PATH}?year=2025&month=3&view=chart&chart=pie`)
  expect(await describe((definition) => definition)).toEqual({ access: [], broken: [] })
  const noPie = await describe((definition) => ({ ...definition, chart: { types: ['line'] } }))
  expect(noPie.broken).toEqual([
    "View “Pie” of ada: there is no chart 'pie'.",
    `Schedule of ada: '${NAME}' has no pie chart; it has line.`,
  ])
  expect((await describe(withoutTotal)).broken).toEqual([
    `Schedule of ada: 'IDA, share' can no longer be added.`,
  ])
  const moved = await describe((definition) => ({ ...definition, path: '/report/minutes' }))
  expect(moved.broken).toEqual(
    ['Whole', 'Pie'].map(
      (name) => `View “${name}” of ada: its address /report/${NAME} is now /report/minutes.`,
    ),
  )
})

test('notes break with their tab, and the links in them with what they name', async () => {
  const note = {
    first_moment: '2025-03-04',
    last_moment: '2025-03-04',
    name: null,
    author_id: ada.id,
    author: 'ada',
    created_at: '2025-03-05T08:00:00.000Z',
  }
  const link = `${PATH}?year=2025&month=3&chart=pie`
  await insertNote(database, { ...note, scope: `report/${NAME}/routelink-to-mno`, text: 'A switch failed.' })
  await insertNote(database, {
    ...note,
    scope: 'dataset/monthly-reports',
    text: `See https://portal.example.com${link}, and (/report/${NAME}).`,
  })
  const listBroken = async (change: Parameters<typeof describe>[0]) =>
    (await describe(change)).broken.filter(
      (sentence) => sentence.includes(' note ') || sentence.startsWith('Note'),
    )
  expect(await listBroken((definition) => definition)).toEqual([])
  expect(await listBroken((definition) => ({ ...definition, ...oneTab }))).toEqual([
    'Note of ada on 2025-03-04: its tab is gone.',
  ])
  expect(await listBroken((definition) => ({ ...definition, chart: { types: ['line'] } }))).toEqual([
    `Link ${link} in a note of ada on 2025-03-04: there is no chart 'pie'.`,
  ])
  expect(await listBroken((definition) => ({ ...definition, path: '/report/minutes' }))).toEqual(
    [link, `/report/${NAME}`].map(
      (address) =>
        `Link ${address} in a note of ada on 2025-03-04: its address /report/${NAME} is now /report/minutes.`,
    ),
  )
})

const average = { id: 'monthly-average', label: 'Monthly Average', use: 'monthly-report' }
const comparedWithYear = {
  variants: [{ id: 'daily', label: 'Daily', compare: ['year'] }, average],
}
const tab = { id: 'mno-to-routelink', label: 'MNO to Routelink', params: { type: 'MNO_TO_ROUTELINK' } }
const oneTab = { tabs: { navigation: 'route', items: [tab] } }

const isIda = ({ field }: { readonly field: string }) => field === 'idaMinutes'
const renameIda = (definition: Definition) => ({
  ...definition,
  columns: (definition['columns'] as { field: string }[]).map((column) =>
    isIda(column) ? { ...column, label: 'Ida' } : column,
  ),
})
const removeIda = (definition: Definition) => ({
  ...definition,
  columns: (definition['columns'] as { field: string }[]).filter(
    (column) => !isIda(column) && column.field !== 'grandTotal',
  ),
})

const withoutTotal = (definition: Definition) => ({
  ...definition,
  rows: { ...(definition['rows'] as object), total: undefined },
})

test('alerts of users break with their tab, their column or its label, and their comparison', async () => {
  const alert = {
    report: NAME,
    tab: 'routelink-to-mno',
    variant: 'daily',
    selectors: {},
    column: 'idaMinutes',
    label: 'IDA',
    against: 'previous' as const,
    operator: '<' as const,
    value: -0.2,
    title: 'IDA fell',
    mail: true,
  }
  await insertOwnAlert(database, ada.id, alert)
  await insertOwnAlert(database, cleo.id, {
    ...alert,
    tab: null,
    against: 'value',
    value: 5,
    title: 'IDA low',
  })
  // It has been broken before.
  const broken = {
    tab: null,
    selectors: { carrier: 'A' },
    against: 'value' as const,
    column: 'none',
    title: 'Old',
  }
  await insertOwnAlert(database, ada.id, { ...alert, ...broken })
  const listBroken = async (change: Parameters<typeof describe>[0]) =>
    (await describe(change)).broken.filter((sentence) => sentence.startsWith('Alert'))
  expect(await listBroken((definition) => definition)).toEqual([])
  const lost = [
    "Alert “IDA fell” of ada: there is no column 'IDA'.",
    "Alert “IDA low” of cleo: there is no column 'IDA'.",
  ]
  expect(await listBroken(renameIda)).toEqual(lost)
  expect(await listBroken(removeIda)).toEqual(lost)
  expect(await listBroken((definition) => ({ ...definition, ...comparedWithYear }))).toEqual([
    "Alert “IDA fell” of ada: there is no comparison 'previous'.",
  ])
  expect(await listBroken((definition) => ({ ...definition, ...oneTab }))).toEqual([
    'Alert “IDA fell” of ada: its tab or variant is gone.',
  ])
})

test.each([
  ['compare=sameDays', comparedWithYear, ["there is no comparison 'sameDays'"]],
  ['compare=all', comparedWithYear, ["there is no comparison 'all'"]],
  ['compare=previous', comparedWithYear, []],
  ['add=beside:routelink-to-mno/IDA', oneTab, ["there is no tab 'routelink-to-mno'"]],
  ['add=beside:routelink-to-mno', oneTab, ["there is no tab 'routelink-to-mno'"]],
  ['add=mean:IDA&add=share:GLO', renameIda, ["there is no column 'IDA'"]],
  ['add=largest:5/IDA', renameIda, ["there is no column 'IDA'"]],
  ['add=beside:routelink-to-mno/IDA', renameIda, ["there is no column 'IDA'"]],
  ['add=mean:MTN&add=share:MTN', withoutTotal, ["'MTN, share' can no longer be added"]],
  ['add=mean:MTN&add=largest:5&add=beside:routelink-to-mno', renameIda, []],
])(
  'what a view compares with or adds breaks with what it names: %s, case %#',
  async (query, change, errors) => {
    await database.deleteFrom('views').where('name', '=', 'Added').execute()
    await addView('Added', `${PATH}?year=2025&month=3&view=table&${query}`)
    const { broken } = await describe((definition) =>
      typeof change === 'function' ? change(definition) : { ...definition, ...change },
    )
    expect(broken.filter((sentence) => sentence.includes('“Added”'))).toEqual(
      errors.map((error) => `View “Added” of ada: ${error}.`),
    )
  },
)
