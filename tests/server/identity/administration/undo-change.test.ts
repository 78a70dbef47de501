import { describe, expect, test } from 'vitest'
import type { AuditEvent } from '../../../../schemas/api/audit-event.ts'
import type { Send } from '../../../support/test-app.ts'
import { userBody } from '../../../support/user-body.ts'
import { createTestUsers, enableOnly, readTree } from '../../../support/test-users.ts'

const testApp = await createTestUsers()
const chief = await testApp.addUserWithRole('chief', [2, 11, 13, 16, 17])

const CHANGED = 'It was changed again since, so that this change cannot be undone.'

async function findLast(subject: string, send = chief.send): Promise<AuditEvent> {
  const { body } = await send('GET', `/v1/audit-events?size=1&subject=${encodeURIComponent(subject)}`)
  const [event] = body['records'] as AuditEvent[]
  if (event === undefined) throw new Error(`no event of ${subject}`)
  return event
}

const undo = async ({ id }: Pick<AuditEvent, 'id'>, send = chief.send) => {
  const { status, body } = await send('POST', `/v1/audit-events/${id}/undo`)
  return [status, body['message']]
}
const DONE = [200, 'Change undone successfully!']

async function saveRights(
  kind: 'role' | 'user',
  id: number,
  ids: readonly number[],
  send: Send = chief.send,
) {
  const tree = readTree((await send('GET', `/v1/menu-hierarchy/${kind}/${id}?service=bidashboard`)).body)
  const query = kind === 'role' ? `save-role-rights?roleId=${id}` : `save-system-user-rights?userId=${id}`
  const records = enableOnly(tree, ids)
  const { status } = await send('POST', `/v1/rights-management/${query}&service=bidashboard`, { records })
  expect(status).toBe(200)
}
async function listRights(kind: 'role' | 'system-user', id: number): Promise<number[]> {
  const { body } = await chief.send('GET', `/v1/rights-management/${kind}/${id}/rights?service=bidashboard`)
  return (body['records'] as { id: number }[]).map((right) => right.id)
}
const getUser = async (id: number) => (await chief.send('GET', `/v1/system-users/${id}`)).body['records']

describe('an undone change', () => {
  test('of the rights of a role gives it the rights before, as an event of its own', async () => {
    const id = await testApp.addRole('Undone desk', [11])
    await saveRights('role', id, [13, 16])
    const event = await findLast('Undone desk')
    expect(await undo(event)).toEqual(DONE)
    expect(await listRights('role', id)).toEqual([11])
    expect(await findLast('Undone desk')).toMatchObject({
      event: 'role rights saved',
      actor: 'chief',
      details: { granted: [{ id: 11 }], revoked: [{ id: 13 }, { id: 16 }] },
    })
    // The undoing is a change, which can be undone.
    expect(await undo(await findLast('Undone desk'))).toEqual(DONE)
    expect(await listRights('role', id)).toEqual([13, 16])
  })

  test('of the rights of a user gives back those of the role', async () => {
    const roleId = await testApp.addRole('Night desk', [11])
    const user = await testApp.addUser('night', roleId)
    await saveRights('user', user.id, [11, 13])
    expect(await undo(await findLast('night'))).toEqual(DONE)
    // They are those of its role again, and follow it.
    await saveRights('role', roleId, [13])
    expect(await listRights('system-user', user.id)).toEqual([13])
  })

  test('of a role or user stores the fields before, and nothing else', async () => {
    const role = await testApp.addRole('Described')
    await chief.send('PUT', `/v1/role-master/${role}`, { description: 'new' })
    expect(await undo(await findLast('Described'))).toEqual(DONE)
    const { body } = await chief.send('GET', `/v1/role-master/${role}`)
    expect(body['records']).toMatchObject({ description: 'Description of Described' })

    const user = await testApp.addUser('moved', role)
    const before = await getUser(user.id)
    const form = { owner: 'admin', loginIP: '192.0.2.7', emailId: 'new@portal.example' }
    const roleId = await testApp.addRole('Other')
    await chief.send('PUT', `/v1/system-users/${user.id}`, { ...form, roleId })
    expect(await undo(await findLast('moved'))).toEqual(DONE)
    expect(await getUser(user.id)).toEqual(before)
  })

  test('of a required second factor lifts it, and requires it again', async () => {
    const role = await testApp.addRole('Guarded')
    const isRequired = async () => {
      const { body } = await chief.send('GET', `/v1/role-master/${role}`)
      return (body['records'] as Record<string, unknown>)['requiresSecondFactor'] ?? false
    }
    const after = { requiresSecondFactor: true }
    const description = 'Description of Guarded'
    await chief.send('PUT', `/v1/role-master/${role}`, { description, ...after })
    const event = await findLast('Guarded')
    expect(event.details).toEqual({ before: { requiresSecondFactor: false }, after })
    expect(await undo(event)).toEqual(DONE)
    expect(await isRequired()).toBe(false)
    expect(await undo(event)).toEqual([409, CHANGED])
    expect(await undo(await findLast('Guarded'))).toEqual(DONE)
    expect(await isRequired()).toBe(true)
  })

  test('of a status activates a user again', async () => {
    const user = await testApp.addUser('absent', await testApp.addRole('Absent'))
    await chief.send('PUT', `/v1/system-users/${user.id}/status?status=Inactive`)
    expect(await undo(await findLast('absent'))).toEqual(DONE)
    expect(await getUser(user.id)).toMatchObject({ status: 'Active' })
  })
})

describe('a change is not undone', () => {
  test('if the state is no longer as it left it', async () => {
    const id = await testApp.addRole('Twice', [11])
    await saveRights('role', id, [13])
    const first = await findLast('Twice')
    await saveRights('role', id, [13, 16])
    expect(await undo(first)).toEqual([409, CHANGED])
    expect(await listRights('role', id)).toEqual([13, 16])

    await chief.send('PUT', `/v1/role-master/${id}`, { description: 'one' })
    const described = await findLast('Twice')
    await chief.send('PUT', `/v1/role-master/${id}`, { description: 'two' })
    expect(await undo(described)).toEqual([409, CHANGED])
  })

  test('if it would give a right that the caller lacks, or is of role 1', async () => {
    const superadmin = await testApp.as('superadmin')
    const id = await testApp.addRole('Strong', [11, 18])
    await saveRights('role', id, [11], superadmin)
    const event = await findLast('Strong')
    expect((await undo(event))[0]).toBe(403)
    expect(await listRights('role', id)).toEqual([11])

    const hidden = await findLast('superadmin', superadmin)
    expect(await undo(hidden)).toEqual([404, 'There is no such event.'])
  })

  test('if callers would deactivate themselves', async () => {
    const superadmin = await testApp.as('superadmin')
    const second = await testApp.addUserWithRole('second', [2])
    await superadmin('PUT', `/v1/system-users/${second.id}/status?status=Inactive`)
    await superadmin('PUT', `/v1/system-users/${second.id}/status?status=Active`)
    const again = await testApp.as('second')
    const url = '/v1/audit-events?size=1&event=user%20status%20updated&subject=second'
    const [event] = (await again('GET', url)).body['records'] as AuditEvent[]
    expect(await undo(event ?? { id: 0 }, again)).toEqual([403, 'You cannot deactivate your own user.'])
  })

  test('if a new user or role has taken the name of a deleted one', async () => {
    const role = await testApp.addRole('Taken')
    await chief.send('PUT', `/v1/role-master/${role}`, { description: 'new' })
    const described = await findLast('Taken')
    await chief.send('DELETE', `/v1/role-master/${role}`)
    await chief.send('POST', '/v1/role-master', { name: 'Taken', description: 'new' })
    expect(await undo(described)).toEqual([404, 'There is no such role.'])

    const roleId = await testApp.addRole('Namesakes')
    const { id } = await testApp.addUser('namesake', roleId)
    const { password, ...form } = { ...userBody(roleId, 'namesake'), emailId: 'new@portal.example' }
    await chief.send('PUT', `/v1/system-users/${id}`, form)
    const moved = await findLast('namesake')
    await chief.send('DELETE', `/v1/system-users/${id}`)
    expect((await chief.send('POST', '/v1/system-users', { ...form, password })).status).toBe(201)
    expect(await undo(moved)).toEqual([404, 'There is no such user.'])
  })

  test('if the event has none', async () => {
    const roleId = await testApp.addRole('Plain')
    await chief.send('POST', '/v1/system-users', userBody(roleId, 'plain'))
    expect(await undo(await findLast('plain'))).toEqual([400, 'This event has no change that can be undone.'])
    expect(await undo({ id: 999_999 })).toEqual([404, 'There is no such event.'])
    const reader = await testApp.addUserWithRole('reader', [13])
    expect((await undo(await findLast('plain'), reader.send))[0]).toBe(403)
  })
})
