import { beforeEach, describe, expect, test } from 'vitest'
import { type KeptDraft, MAX_KEPT_DRAFTS } from '../../../../schemas/api/definitions.ts'
import { deleteEndedDrafts, storeDraft } from '../../../../src/server/data/studio/draft-routes.ts'
import { createTestUsers } from '../../../support/test-users.ts'

const now = new Date('2025-06-02T08:00:00.000Z')
const portal = await createTestUsers({ clock: () => now })
const { database } = portal.engine
const ada = await portal.addUserWithRole('ada', [4])
const bob = await portal.addUserWithRole('bob', [4])
beforeEach(() => database.deleteFrom('drafts').execute())

const files = [{ kind: 'reports' as const, name: 'new', text: '{ "id": ' }]
const draft = { path: 'reports/new.json', files, endDate: '2025-06-30' }
const keep = (change: object = {}, { send } = ada) => send('POST', '/v1/drafts', { ...draft, ...change })
const list = async ({ send } = bob) => (await send('GET', '/v1/drafts')).body['records'] as KeptDraft[]

describe('a kept draft', () => {
  test('opens for every holder of the right, as it was written', async () => {
    const { status, body } = await keep()
    expect([status, body['message']]).toEqual([201, 'Draft kept successfully until 2025-06-30!'])
    const kept = { id: expect.any(Number), path: draft.path, author: 'ada', endDate: draft.endDate }
    expect(await list()).toEqual([kept])
    const { id } = body['records'] as KeptDraft
    expect((await bob.send('GET', `/v1/drafts/${id}`)).body['records']).toEqual({ ...kept, files })
  })

  test('is removed by its author alone', async () => {
    const { id } = (await keep()).body['records'] as KeptDraft
    expect((await bob.send('DELETE', `/v1/drafts/${id}`)).status).toBe(404)
    expect((await ada.send('DELETE', `/v1/drafts/${id}`)).body['message']).toBe('Draft removed successfully!')
    expect(await list()).toEqual([])
  })

  test('ends after its last day, and is deleted then', async () => {
    const [today, yesterday] = await Promise.all(
      ['2025-06-02', '2025-06-01'].map((endDate) => storeDraft(database, ada.id, { ...draft, endDate })),
    )
    expect((await list()).map(({ id }) => id)).toEqual([today])
    expect((await bob.send('GET', `/v1/drafts/${yesterday}`)).status).toBe(404)
    await deleteEndedDrafts(database, now)
    const rows = await database.selectFrom('drafts').select('id').execute()
    expect(rows.map(({ id }) => id)).toEqual([today])
  })

  test.each([
    ['a day that is over', { endDate: '2025-06-01' }, 400],
    ['a day in more than 90 days', { endDate: '2025-09-01' }, 400],
    ['no day', { endDate: 'soon' }, 400],
    ['no file', { files: [] }, 400],
    ['today', { endDate: '2025-06-02' }, 201],
    ['the last day possible', { endDate: '2025-08-31' }, 201],
  ])('until %s is accepted or refused', async (_, change, status) => {
    expect((await keep(change)).status).toBe(status)
  })

  test('is refused to an author of 50', async () => {
    for (let count = 0; count < MAX_KEPT_DRAFTS; count += 1) await storeDraft(database, ada.id, draft)
    expect((await keep()).status).toBe(409)
    expect((await keep({}, bob)).status).toBe(201)
  })
})
