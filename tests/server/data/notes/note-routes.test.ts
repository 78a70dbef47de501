import { unzipSync, strFromU8 } from 'fflate'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Note } from '../../../../schemas/api/note.ts'
import { addDemo } from '../../../support/stored-records.ts'
import type { Answer } from '../../../support/test-app.ts'
import { createTestUsers, type TestUser } from '../../../support/test-users.ts'

const DAILY = 'daily-report-minutes/mno-to-routelink/daily'
const AVERAGE = 'daily-report-minutes/mno-to-routelink/monthly-average'
const OTHER_TAB = 'daily-report-minutes/routelink-to-mno/daily'
const MONTHLY = 'monthly-report/mno-to-routelink'
const LOCAL = 'daily-local-exchange-traffic'

const testApp = await createTestUsers()
await addDemo(testApp.engine.database, 'daily-reports', 'MNO_TO_ROUTELINK', 2025)
const ada = await testApp.addUserWithRole('ada', [13, 17])
const bob = await testApp.addUserWithRole('bob', [13, 16, 17])
/** May open the local exchange report only. */
const eve = await testApp.addUserWithRole('eve', [13, 19])
const chief = await testApp.addUserWithRole('chief', [2, 13, 16, 17])
beforeEach(async () => {
  await testApp.engine.database.deleteFrom('notes').execute()
  await testApp.engine.database.deleteFrom('audit_events').execute()
})

const cable = {
  screen: DAILY,
  scope: 'report',
  from: '2025-03-14',
  to: '2025-03-16',
  text: 'Cable cut',
}
const add = (change: object = {}, { send } = ada) => send('POST', '/v1/notes', { ...cable, ...change })
const noteOf = ({ body }: Answer) => body['records'] as Note
const list = async (screen: string, { send } = ada, from = '2025-03-01', to = '2025-03-31') =>
  (await send('GET', `/v1/notes?screen=${screen}&from=${from}&to=${to}`)).body['records'] as Note[]
const texts = async (...wanted: Parameters<typeof list>) => (await list(...wanted)).map(({ text }) => text)

describe('notes (spec 7.24)', () => {
  test('are added with author and time, and listed in the order of time', async () => {
    const answer = await add()
    expect([answer.status, answer.body['message']]).toEqual([201, 'Note saved successfully!'])
    expect(noteOf(answer)).toEqual({
      id: expect.any(Number),
      scope: 'report',
      from: '2025-03-14',
      to: '2025-03-16',
      row: null,
      text: 'Cable cut',
      author: 'ada',
      createdAt: testApp.now().toISOString(),
      changedBy: null,
      changedAt: null,
      version: answer.headers['etag'],
    })
    await add({ from: '2025-03-02', to: '2025-03-02', text: 'Earlier' })
    expect(await texts(DAILY)).toEqual(['Earlier', 'Cable cut'])
  })

  test.each([
    ['the day before', '2025-03-01', '2025-03-13', 0],
    ['the first day', '2025-03-14', '2025-03-14', 1],
    ['the last day', '2025-03-16', '2025-04-16', 1],
    ['the day after', '2025-03-17', '2025-04-16', 0],
    ['days around it', '2025-01-01', '2025-12-31', 1],
  ])('are found by a period that has a day of theirs: %s', async (_, from, to, count) => {
    await add({ from: '2025-03-14T10', to: '2025-03-16T10:15' })
    expect(await list(DAILY, ada, from, to)).toHaveLength(count)
  })

  test('of a report are those of its tab, in every variant; of a dataset those of every report of it', async () => {
    await add({ text: 'of the tab' })
    await add({ text: 'of the months', screen: AVERAGE, scope: 'dataset' }, chief)
    await add({ text: 'of the days', scope: 'dataset' }, chief)
    expect(await texts(DAILY)).toEqual(['of the tab', 'of the days'])
    expect(await texts(AVERAGE)).toEqual(['of the tab', 'of the months'])
    expect(await texts(OTHER_TAB)).toEqual(['of the days'])
    expect(await texts(MONTHLY, bob)).toEqual(['of the months'])
  })

  test('are read and added by readers of the report, and on a dataset by those who may change its records', async () => {
    await add()
    const read = (user: TestUser) =>
      user.send('GET', `/v1/notes?screen=${DAILY}&from=2025-03-01&to=2025-03-31`)
    expect([(await read(bob)).status, (await read(eve)).status]).toEqual([200, 403])
    expect((await add({}, eve)).status).toBe(403)
    expect((await add({ scope: 'dataset' })).status).toBe(403)
    expect((await add({ scope: 'dataset' }, chief)).status).toBe(201)
    expect((await add({ screen: LOCAL }, eve)).status).toBe(201)
    expect((await add({ screen: 'no-such-report' })).status).toBe(404)
  })

  test('are changed and removed by their author and by administrators who may open the report', async () => {
    const [own, ofData] = [noteOf(await add()), noteOf(await add({ scope: 'dataset' }, chief))]
    const body = { from: '2025-03-14', to: '2025-03-14', text: 'Mended' }
    const put = async ({ send }: TestUser, { id }: Note) =>
      (await send('PUT', `/v1/notes/${id}`, body)).status
    expect([await put(bob, own), await put(eve, own), await put(ada, ofData)]).toEqual([403, 403, 403])
    expect([await put(ada, own), await put(chief, own), await put(chief, ofData)]).toEqual([200, 200, 200])
    expect((await list(DAILY)).map(({ text, author, changedBy }) => [text, author, changedBy])).toEqual([
      ['Mended', 'ada', 'chief'],
      ['Mended', 'chief', 'chief'],
    ])
    const remove = async ({ send }: TestUser, { id }: Note) =>
      (await send('DELETE', `/v1/notes/${id}`)).status
    expect([await remove(bob, own), await remove(chief, own), await remove(chief, own)]).toEqual([
      403, 200, 404,
    ])
    const other = await testApp.addUserWithRole('role administrator', [2])
    expect(await remove(other, ofData)).toBe(403)
  })

  test('that were changed since are not overwritten', async () => {
    const read = noteOf(await add())
    const change = (text: string) =>
      testApp.bearing(ada.token, { 'if-match': read.version })('PUT', `/v1/notes/${read.id}`, {
        from: '2025-03-14',
        to: '2025-03-14',
        text,
      })
    const first = await change('Mine')
    expect(first.status).toBe(200)
    expect(first.headers['etag']).toBe(noteOf(first).version)
    expect((await change('Theirs')).status).toBe(412)
    expect(await texts(DAILY)).toEqual(['Mine'])
    const { status } = await ada.send('PUT', `/v1/notes/${read.id}`, noteOf(first))
    expect(status).toBe(200)
  })

  test.each([
    ['line ends and blanks', ' Cable\n\n  cut ', 'Cable cut'],
    ['markup', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['emoji and right to left', '🧑‍🔧 قطع الكابل', '🧑‍🔧 قطع الكابل'],
    ['500 characters', 'x'.repeat(500), 'x'.repeat(500)],
    ['501 characters', 'x'.repeat(501), null],
    ['blanks', ' \n ', null],
    ['a control character', 'a\u0007b', null],
    ['a change of direction', 'a\u202Eb', null],
    ['half of a surrogate pair', 'a\uD800b', null],
  ])('have a text of %s', async (_, sent, stored) => {
    const answer = await add({ text: sent })
    expect(answer.status).toBe(stored === null ? 400 : 201)
    expect(await texts(DAILY)).toEqual(stored === null ? [] : [stored])
  })

  test.each([
    ['2025-02-30', '2025-02-30'],
    ['2025-03-14T24', '2025-03-14T24'],
    ['2025-03-14T10:07', '2025-03-14T10:15'],
    ['1899-12-31', '2025-03-14'],
    ['2025-03-15', '2025-03-14'],
    ['2025-03-14T12', '2025-03-14T10:15'],
  ])('have a real time that ends after it begins: %s to %s is refused', async (from, to) => {
    expect((await add({ from, to })).status).toBe(400)
  })

  test('are at most a thousand in one place', async () => {
    const [row] = [noteOf(await add())]
    const { database } = testApp.engine
    const { id: _, ...stored } = await database
      .selectFrom('notes')
      .selectAll()
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow()
    for (let part = 0; part < 9; part++) {
      await database
        .insertInto('notes')
        .values(Array.from({ length: 111 }, () => stored))
        .execute()
    }
    const answer = await add()
    expect([answer.status, answer.body['message']]).toEqual([
      409,
      'There are 1000 notes already. Remove some first.',
    ])
  })

  test('are in the history with before and after, the text for readers of the report only', async () => {
    const note = noteOf(await add())
    await ada.send('PUT', `/v1/notes/${note.id}`, { from: note.from, to: note.to, text: 'Mended' })
    await ada.send('DELETE', `/v1/notes/${note.id}`)
    const read = async ({ send }: TestUser) =>
      (await send('GET', '/v1/audit-events')).body['records'] as {
        event: string
        subject: string
        details: { before?: Partial<Note>; after?: Partial<Note>; hidden?: boolean }
      }[]
    const shown = (await read(chief)).map(({ event, subject, details: { before, after } }) => [
      event,
      subject,
      before?.text,
      after?.text,
    ])
    expect(shown).toEqual([
      ['note deleted', 'Daily Report - Minutes', 'Mended', undefined],
      ['note updated', 'Daily Report - Minutes', 'Cable cut', 'Mended'],
      ['note created', 'Daily Report - Minutes', undefined, 'Cable cut'],
    ])
    const blind = await testApp.addUserWithRole('blind', [2])
    expect(
      (await read(blind)).map(({ details: { before, after, hidden } }) => [before, after, hidden]),
    ).toEqual(Array.from({ length: 3 }, () => [undefined, undefined, true]))
  })

  test('are in the workbook of the server: a comment at the row, and a sentence', async () => {
    const open = async ({ send }: TestUser) => {
      const { raw } = await send('GET', '/v1/monthly-reports/download/2025/3/MNO_TO_ROUTELINK')
      const parts = unzipSync(raw)
      return (name: string) => strFromU8(parts[name] ?? new Uint8Array())
    }
    expect((await open(ada))('xl/comments1.xml')).toBe('')
    await add({ text: '=1+1 <b>' })
    const part = await open(ada)
    const found = [...part('xl/comments1.xml').matchAll(/<comment ref="(\w+)".*?<t>(.*?)<\/t>/g)]
    const sentence = '14 Mar 2025 to 16 Mar 2025: =1+1 &lt;b&gt; (ada, 2 Jun 2025)'
    expect(found.map(([, ref, text]) => [ref, text])).toEqual(
      ['A17', 'A18', 'A19'].map((ref) => [ref, sentence]),
    )
    expect(part('xl/sharedStrings.xml')).toContain(`Note 1. ${sentence}`)
  })

  test('of another report are not in a workbook that several reports offer', async () => {
    await addDemo(testApp.engine.database, 'monthly-reports', 'MNO_TO_ROUTELINK', 2025)
    await add({ screen: MONTHLY, text: 'of the months' }, bob)
    await add({ screen: AVERAGE, text: 'of the average' })
    const read = async ({ send }: TestUser) => {
      const { raw } = await send('GET', '/v1/monthly-reports/download/2025/MNO_TO_ROUTELINK')
      const comments = strFromU8(unzipSync(raw)['xl/comments1.xml'] ?? new Uint8Array())
      return ['of the months', 'of the average'].filter((text) => comments.includes(text))
    }
    expect(await read(ada)).toEqual(['of the average'])
    expect(await read(bob)).toEqual(['of the months', 'of the average'])
  })
})
