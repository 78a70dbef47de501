import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { MailPreview } from '../../../../schemas/api/definitions.ts'
import type { DraftMailCall } from '../../../../schemas/api/draft-mail.ts'
import { createScheduleApp, form } from '../../../support/schedule-app.ts'
import { readTexts } from '../../../support/definition-folders.ts'

const definitions = readTexts()
const testApp = await createScheduleApp(definitions)
const superadmin = await testApp.as('superadmin')
const content = { view: { ...form.view, chart: 'line' }, workbook: true, charts: true }

async function preview(call: Partial<DraftMailCall>, send = superadmin) {
  const body = { drafts: [], path: 'reports/monthly-report.json', records: 'demo', ...content, ...call }
  const answer = await send('POST', '/v1/definitions/mails', body)
  const { records, message } = answer.body as unknown as { records: MailPreview; message: string }
  return { status: answer.status, message, mail: records }
}

const withoutLinks = (html: string) => html.replaceAll(/ href="[^"]*"/g, '')

test('the preview over stored records is the mail that a schedule sends, but for its links', async () => {
  const id = await testApp.add(superadmin, content)
  await superadmin('POST', `/v1/schedules/${id}/send`)
  await testApp.runDue()
  const [sent] = testApp.takeMails()
  const chart = sent?.attachments.find(({ cid }) => cid === 'chart-1')?.file ?? new Uint8Array()
  const { mail } = await preview({ records: 'stored' })
  const image = `data:image/png;base64,${Buffer.from(chart).toString('base64')}`
  expect(chart.length).toBeGreaterThan(1000)
  expect(withoutLinks(mail.html)).toBe(withoutLinks(sent?.html.replace('cid:chart-1', image) ?? ''))
  expect(mail.subject).toBe(sent?.subject)
  expect(mail.attachments).toEqual(['monthly_report_mno_to_routelink_2025.xlsx'])
  expect(testApp.takeMails()).toEqual([])
})

test('the mail of a draft that the server does not have shows its demo records, and says whose it is', async () => {
  const read = (kind: 'reports' | 'datasets', name: string) => ({
    kind,
    name,
    text: readFileSync(`examples/${kind}/${name}.json`, 'utf8'),
  })
  const view = { ...form.view, id: 'weekly-roaming', tab: null, period: '2019' }
  const draft = {
    drafts: [read('datasets', 'roaming'), read('reports', 'weekly-roaming')],
    path: 'reports/weekly-roaming.json',
  }
  const { mail } = await preview({ ...draft, view, owner: 'boss' })
  expect(mail.html).toContain('The period of the mail has no records; this is the latest one that has.')
  expect(mail.html).toContain('boss has this mail sent to you')
  expect(await preview({ ...draft, view, records: 'stored' })).toMatchObject({
    status: 400,
    message: 'The table of this draft has no stored records.',
  })
})

test('the mail of a dashboard has a part for each of its tiles', async () => {
  const view = { ...form.view, kind: 'dashboard', id: 'operations', tab: null } as const
  const { mail } = await preview({ path: 'dashboards/operations.json', view })
  expect(mail.subject).toMatch(/^Operations/)
  expect(mail.html.match(/<h2/g)?.length).toBeGreaterThan(3)
  expect(mail.html.match(/data:image\/png;base64,iVBOR/g)).toHaveLength(2)
})

test('a mail over stored records needs the rights Roles and Data', async () => {
  const { send } = await testApp.addUserWithRole('author', [4, 13, 16])
  expect(await preview({ records: 'stored' }, send)).toMatchObject({
    status: 403,
    message: 'Stored records need the rights Roles and Data.',
  })
  expect(await preview({}, send)).toMatchObject({ status: 200 })
})
