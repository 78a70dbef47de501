import { describe, expect, test } from 'vitest'
import { createTestUsers } from '../../../support/test-users.ts'
import { PASSWORD, userBody } from '../../../support/user-body.ts'
import { storeRecords } from '../../../support/stored-records.ts'

// spec 3.3: what a read returns can be written back as it is.

const ALL = [1, 2, 11, 13, 16, 17, 18, 19, 20]

const testApp = await createTestUsers()
const admin = await testApp.addUserWithRole('chief', ALL)

const monthly = {
  airtelDailyAvg: 1.5,
  mtnDailyAvg: 2,
  nineMobileDailyAvg: 3,
  gloDailyAvg: 4,
  idaDailyAvg: 0,
}
let count = 0
const name = () => `subject ${(count += 1)}`
const entities: Readonly<Record<string, () => Promise<{ readonly list: string; readonly id: number }>>> = {
  'a user': async () => ({ list: '/v1/system-users', id: (await testApp.addUserWithRole(name(), [11])).id }),
  'a user without an e-mail address, as the command line may make one': async () => {
    const { id } = await testApp.addUserWithRole(name(), [11])
    await testApp.engine.database.updateTable('users').set({ email_id: '' }).where('id', '=', id).execute()
    return { list: '/v1/system-users', id }
  },
  'an inactive user': async () => {
    const { id } = await testApp.addUserWithRole(name(), [11])
    await admin.send('PUT', `/v1/system-users/${id}/status?status=Inactive`)
    return { list: '/v1/system-users', id }
  },
  'a role': async () => ({ list: '/v1/role-master', id: await testApp.addRole(name(), [11]) }),
  'a role without a description': async () => {
    const id = await testApp.addRole(name(), [11])
    await testApp.engine.database.updateTable('roles').set({ description: '' }).where('id', '=', id).execute()
    return { list: '/v1/role-master', id }
  },
  'a monthly record': async () => {
    const key = `2024-${String((count += 1)).padStart(2, '0')}`
    const { database } = testApp.engine
    const stored =
      (await storeRecords(database, 'monthly-reports', 'MNO_TO_ROUTELINK', { [key]: monthly }))[0] ??
      expect.fail(`${key} is stored already`)
    return { list: '/v1/monthly-reports', id: stored.id }
  },
}

const read = async (list: string, id: number) =>
  (await admin.send('GET', `${list}/${id}`)).body['records'] as Record<string, unknown>

describe.each(Object.entries(entities))('%s (spec 3.3)', (_name, make) => {
  test('can be written back as it was read, but not under another id or with an unknown field', async () => {
    const { list, id } = await make()
    const record = await read(list, id)
    const { status, body } = await admin.send('PUT', `${list}/${id}`, record)
    expect([status, body['records']]).toEqual([200, record])
    expect(await read(list, id)).toEqual(record)
    const other = await admin.send('PUT', `${list}/${id}`, { ...record, id: id + 1 })
    expect([other.status, other.body['message']]).toEqual([
      400,
      `The body has the id ${id + 1}, and the address the id ${id}.`,
    ])
    for (const extra of [{ extra: 1 }, { password: PASSWORD }]) {
      expect((await admin.send('PUT', `${list}/${id}`, { ...record, ...extra })).status).toBe(400)
    }
    expect(await read(list, id)).toEqual(record)
  })

  test('cannot be copied with its id', async () => {
    const { list, id } = await make()
    const { status, body } = await admin.send('POST', list, await read(list, id))
    expect(status).toBe(400)
    expect(body['message']).toContain('id is given by the server; leave it out.')
  })
})

describe('the status of a user (spec 3.3)', () => {
  test('is stored when the user is created; the name of the role is ignored', async () => {
    const roleId = await testApp.addRole('Guests', [11])
    const wanted = { ...userBody(roleId, 'zoe'), role: 'Masters', status: 'Inactive' }
    const { status, body } = await admin.send('POST', '/v1/system-users', wanted)
    expect([status, body['records']]).toMatchObject([201, { role: 'Guests', roleId, status: 'Inactive' }])
    expect((await testApp.login('zoe', PASSWORD)).status).toBe(403)
  })

  test('is stored when the user is changed; sessions end and the log records it', async () => {
    const person = await testApp.addUserWithRole('tim', [11])
    const url = `/v1/system-users/${person.id}`
    const record = await read('/v1/system-users', person.id)
    expect((await admin.send('PUT', url, { ...record, status: 'Inactive' })).status).toBe(200)
    expect((await person.send('GET', '/auth/permissions')).status).toBe(401)
    expect(testApp.log()).toContain(
      '"event":"user status updated","caller":"chief","user":"tim","status":"Inactive"',
    )
    const again = await admin.send('PUT', url, { ...record, status: 'Active' })
    expect(again.body['records']).toEqual(record)
    expect((await person.send('GET', '/auth/permissions')).status).toBe(401)
  })
})
