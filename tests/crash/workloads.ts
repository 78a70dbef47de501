import { marked, treeIn, type TreeNode } from '../support/test-users.ts'
import { type Answer, type Call, recordOf } from './api-client.ts'
import { Register } from './acknowledged-writes.ts'
import type { Seeded } from './seeded-random.ts'
import * as stored from './read-back.ts'

/** What the writers of one run share. */
export interface Desk {
  readonly call: Call
  readonly random: Seeded
  /** A name that no other thing of the run has. */
  readonly newName: () => string
  /** The menu's tree, and the ids in it. */
  readonly menu: readonly TreeNode[]
  readonly menuIds: readonly number[]
  readonly track: (register: Register) => Register
}

/** Does one write after another; each call of the function does the next one. */
export type Writer = () => Promise<void>

const SERVICE = 'service=bidashboard'
const numbersBelow = (count: number) => Array.from({ length: count }, (_, index) => index)

export async function readMenu(call: Call): Promise<Pick<Desk, 'menu' | 'menuIds'>> {
  const menu = treeIn((await call('GET', '/v1/menu-hierarchy')).body)
  const idsOf = (nodes: readonly TreeNode[]): number[] =>
    nodes.flatMap(({ id, child }) => [id, ...idsOf(child ?? [])])
  return { menu, menuIds: idsOf(menu).toSorted((one, other) => one - other) }
}

/** Creates roles and removes some of them again. */
export function roleWriter({ call, random, newName, track }: Desk): Writer {
  return async () => {
    const name = newName()
    const register = track(new Register(`role ${name}`, stored.ABSENT, (db) => stored.storedRole(db, name)))
    const made = await register.write('made', () =>
      call('POST', '/v1/role-master', { name, description: 'made' }),
    )
    if (random.below(3) > 0 || made.status >= 300) return
    const path = `/v1/role-master/${String(recordOf(made)['id'])}`
    await register.write(stored.ABSENT, () => call('DELETE', path))
  }
}

/** Creates users. */
export async function userWriter({ call, newName, track }: Desk): Promise<Writer> {
  const roleId = await newRole(call, newName())
  return async () => {
    const userId = newName()
    const register = track(
      new Register(`user ${userId}`, stored.ABSENT, (db) => stored.storedUser(db, userId)),
    )
    await register.write(`${userId}@portal.example`, () => newUser(call, userId, roleId))
  }
}

/** Saves the tree of one role again and again: its rows go and come together. */
export async function roleRightsWriter({
  call,
  random,
  newName,
  menu,
  menuIds,
  track,
}: Desk): Promise<Writer> {
  const roleId = await newRole(call, newName())
  const register = track(
    new Register(`rights of role ${roleId}`, '', (db) => stored.storedRoleRights(db, roleId)),
  )
  return async () => {
    const ids = random.some(menuIds)
    await register.write(ids.join(' '), () =>
      call('POST', `/v1/rights-management/save-role-rights?roleId=${roleId}&${SERVICE}`, {
        records: marked(menu, ids),
      }),
    )
  }
}

/** Saves the tree of one user again and again: rows of one table and a flag in another. */
export async function userRightsWriter({
  call,
  random,
  newName,
  menu,
  menuIds,
  track,
}: Desk): Promise<Writer> {
  const roleId = await newRole(call, newName())
  const userId = Number(recordOf(await newUser(call, newName(), roleId))['id'])
  const register = track(
    new Register(`rights of user ${userId}`, stored.ownRightsText(0, []), (db) =>
      stored.storedUserRights(db, userId),
    ),
  )
  return async () => {
    const ids = random.some(menuIds)
    // The role has no rights, so that an empty tree gives the user back to it (spec 6.6).
    await register.write(stored.ownRightsText(ids.length > 0 ? 1 : 0, ids), () =>
      call('POST', `/v1/rights-management/save-system-user-rights?userId=${userId}&${SERVICE}`, {
        records: marked(menu, ids),
      }),
    )
  }
}

/** Creates the monthly records of a year, then writes them anew. */
export async function monthlyRecordWriter({ call, random, track }: Desk, year: number): Promise<Writer> {
  const records = await Promise.all(
    numbersBelow(12).map(async (index) => {
      const month = index + 1
      const name = `monthly record ${year}-${month}`
      const atFirst = minutesOf(random)
      const made = await call('POST', '/v1/monthly-reports', monthlyBody(year, month, atFirst))
      const register = new Register(name, valuesText(atFirst), (db) =>
        stored.storedMonthlyRecord(db, year, month),
      )
      return { month, id: Number(recordOf(made)['id']), register: track(register) }
    }),
  )
  return async () => {
    const { id, month, register } = random.pick(records)
    const values = minutesOf(random)
    await register.write(valuesText(values), () =>
      call('PUT', `/v1/monthly-reports/${id}`, monthlyBody(year, month, values)),
    )
  }
}

async function newRole(call: Call, name: string): Promise<number> {
  return Number(recordOf(await call('POST', '/v1/role-master', { name, description: 'for a writer' }))['id'])
}

function newUser(call: Call, userId: string, roleId: number): Promise<Answer> {
  const emailId = `${userId}@portal.example`
  return call('POST', '/v1/system-users', {
    userId,
    password: 'kept-Through-9-Falls',
    owner: 'admin',
    roleId,
    loginIP: '',
    emailId,
  })
}

function minutesOf(random: Seeded): readonly number[] {
  return numbersBelow(5).map(() => random.below(1_000_000) / 4)
}

function valuesText(values: readonly number[]): string {
  return values.join(' ')
}

function monthlyBody(year: number, reportMonth: number, values: readonly number[]) {
  const [airtelDailyAvg, mtnDailyAvg, nineMobileDailyAvg, gloDailyAvg, idaDailyAvg] = values
  return {
    year,
    reportType: 'MNO_TO_ROUTELINK',
    reportMonth,
    airtelDailyAvg,
    mtnDailyAvg,
    nineMobileDailyAvg,
    gloDailyAvg,
    idaDailyAvg,
  }
}
