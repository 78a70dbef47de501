import type { Database } from '../../src/server/platform/database/handle.ts'
import { recordsOf } from '../support/stored-records.ts'
import { enableOnly, readTree, type TreeNode } from '../support/test-users.ts'
import { type Call, readRecord } from './api-client.ts'
import { AcknowledgedWrites } from './acknowledged-writes.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

/** What the workloads of one run share. */
export interface WriteContext {
  readonly call: Call
  readonly random: SeededRandom
  /** Returns a name that is unique in the run. */
  readonly newName: () => string
  /** The menu tree and its ids. */
  readonly menu: readonly TreeNode[]
  readonly menuIds: readonly number[]
  readonly track: (writes: AcknowledgedWrites) => AcknowledgedWrites
}

/** Does one write after another; each call of the function does the next one. */
export type Workload = () => Promise<void>

/** The text of a record that is not stored; those of several are no text of one. */
const NOT_STORED = 'absent'
const joinFound = (texts: readonly string[]): string => texts.join(' and ') || NOT_STORED

const SERVICE = 'service=bidashboard'
const listIndexes = (count: number) => Array.from({ length: count }, (_, index) => index)

export async function readMenu(call: Call): Promise<Pick<WriteContext, 'menu' | 'menuIds'>> {
  const menu = readTree((await call('GET', '/v1/menu-hierarchy')).body)
  const idsOf = (nodes: readonly TreeNode[]): number[] =>
    nodes.flatMap(({ id, child }) => [id, ...idsOf(child ?? [])])
  return { menu, menuIds: idsOf(menu).toSorted((one, other) => one - other) }
}

/** What the workloads of a run share; the run tracks their writes. */
export async function createContext(
  call: Call,
  seed: number,
  track: (writes: AcknowledgedWrites) => void,
): Promise<WriteContext> {
  let names = 0
  return {
    call,
    random: createSeededRandom(seed),
    newName: () => `run-${seed}-${(names += 1)}`,
    ...(await readMenu(call)),
    track: (writes) => {
      track(writes)
      return writes
    },
  }
}

/** Creates roles and removes some of them again. */
export function roleWorkload({ call, random, newName, track }: WriteContext): Workload {
  return async () => {
    const name = newName()
    const read = async (database: Database) => {
      const rows = database.selectFrom('roles').select('description').where('name', '=', name)
      return joinFound((await rows.execute()).map(({ description }) => description))
    }
    const writes = track(new AcknowledgedWrites(`role ${name}`, NOT_STORED, read))
    const made = await writes.write('made', () =>
      call('POST', '/v1/role-master', { name, description: 'made' }),
    )
    if (random.below(3) > 0 || made.status >= 300) return
    const path = `/v1/role-master/${String(readRecord(made)['id'])}`
    await writes.write(NOT_STORED, () => call('DELETE', path))
  }
}

/** Saves the permission tree of one role repeatedly: its rows are replaced together. */
export async function rolePermissionsWorkload({
  call,
  random,
  newName,
  menu,
  menuIds,
  track,
}: WriteContext): Promise<Workload> {
  const roleId = await createRole(call, newName())
  const read = async (database: Database) => {
    const rows = database.selectFrom('role_rights').select('menu_id').where('role_id', '=', roleId)
    return (await rows.orderBy('menu_id').execute()).map(({ menu_id }) => menu_id).join(' ')
  }
  const writes = track(new AcknowledgedWrites(`rights of role ${roleId}`, '', read))
  return async () => {
    const ids = random.some(menuIds)
    await writes.write(ids.join(' '), () =>
      call('POST', `/v1/rights-management/save-role-rights?roleId=${roleId}&${SERVICE}`, {
        records: enableOnly(menu, ids),
      }),
    )
  }
}

/** Creates the monthly records of a year, then updates them. */
export async function monthlyRecordWorkload(
  { call, random, track }: WriteContext,
  year: number,
): Promise<Workload> {
  const records: { month: number; id: number; writes: AcknowledgedWrites }[] = []
  for (const index of listIndexes(12)) {
    const month = index + 1
    const name = `monthly record ${year}-${month}`
    const atFirst = randomMinutes(random)
    const made = await call('POST', '/v1/monthly-reports', buildMonthlyBody(year, month, atFirst))
    const read = async (database: Database) => {
      const stored = await recordsOf(database, 'monthly-reports', 'MNO_TO_ROUTELINK', year)
      const found = stored.filter(({ key }) => Number(key.slice(5)) === month)
      return joinFound(found.map(({ measures }) => Object.values(measures).join(' ')))
    }
    const writes = new AcknowledgedWrites(name, formatValues(atFirst), read)
    records.push({ month, id: Number(readRecord(made)['id']), writes: track(writes) })
  }
  return async () => {
    const { id, month, writes } = random.pick(records)
    const values = randomMinutes(random)
    await writes.write(formatValues(values), () =>
      call('PUT', `/v1/monthly-reports/${id}`, buildMonthlyBody(year, month, values)),
    )
  }
}

async function createRole(call: Call, name: string): Promise<number> {
  return Number(
    readRecord(await call('POST', '/v1/role-master', { name, description: 'for a workload' }))['id'],
  )
}

function randomMinutes(random: SeededRandom): readonly number[] {
  return listIndexes(5).map(() => random.below(1_000_000) / 4)
}

function formatValues(values: readonly number[]): string {
  return values.join(' ')
}

function buildMonthlyBody(year: number, reportMonth: number, values: readonly number[]) {
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
