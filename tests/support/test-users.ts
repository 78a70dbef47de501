import { hash, verify } from '@node-rs/argon2'
import type { AppOptions } from '../../src/server/app-deps.ts'
import type { DatabaseHandle } from '../../src/server/database/handle.ts'
import { storeRolePermissions, storeUserPermissions } from '../../src/server/permissions/repository.ts'
import { insertRole } from '../../src/server/roles/repository.ts'
import { storeSession } from '../../src/server/auth/sessions.ts'
import { insertSystemUser } from '../../src/server/users/repository.ts'
import { newToken, type Passwords, tokenHash } from '../../src/server/auth/passwords.ts'
import { createWorkQueue } from '../../src/server/work-queue.ts'
import { createHarness, type Harness, type Send } from './test-app.ts'

/** A user that a test made, with the calls of a session of its own. */
export interface Person {
  readonly id: number
  readonly userId: string
  readonly roleId: number
  readonly token: string
  readonly send: Send
}

export interface World extends Harness {
  /** Adds a role that opens these menu ids. */
  readonly role: (name: string, menuIds?: readonly number[]) => Promise<number>
  /** Adds a user of a role and signs it in. */
  readonly person: (userId: string, roleId: number) => Promise<Person>
  /** Adds a role with these menu ids and a user of it. */
  readonly holder: (name: string, menuIds?: readonly number[]) => Promise<Person>
  /** Gives a user rights of its own. */
  readonly ownRights: (id: number, menuIds: readonly number[]) => Promise<void>
  /** Every row of every table that calls of administration and reports write. */
  readonly content: () => Promise<string>
}

const LOWEST_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const

/** The product's hashing at its lowest cost: what these tests show does not hang on its cost. */
const quickPasswords: Passwords = {
  queue: createWorkQueue(2, 64),
  refusalMs: 0,
  hash: (password) => hash(password, LOWEST_COST),
  verify: async (stored, password) => stored !== undefined && verify(stored, password),
  isOutdated: () => false,
}

/** The app on its own database, with shortcuts for what administration is about. */
export async function createWorld(
  options: Partial<AppOptions> = {},
  wrapEngine?: (engine: DatabaseHandle) => DatabaseHandle,
): Promise<World> {
  const harness = await createHarness({ passwords: quickPasswords, ...options }, wrapEngine)
  const { database } = harness.engine
  const role = async (name: string, menuIds: readonly number[] = []) => {
    const { id } = await insertRole(database, name, `Description of ${name}`)
    await storeRolePermissions(database, id, menuIds)
    return id
  }
  const person = async (userId: string, roleId: number): Promise<Person> => {
    const user = {
      userId,
      passwordHash: '',
      owner: 'admin',
      roleId,
      loginIP: '',
      emailId: `${userId}@portal.example`,
    }
    const id = await insertSystemUser(database, user, harness.now())
    const token = newToken()
    const createdAt = harness.now()
    const expiresAt = new Date(createdAt.getTime() + 3_600_000)
    await storeSession(database, {
      id: newToken(),
      tokenHash: tokenHash(token),
      userId: id,
      createdAt,
      expiresAt,
    })
    return { id, userId, roleId, token, send: harness.bearing(token) }
  }
  return {
    ...harness,
    role,
    person,
    holder: async (name, menuIds = []) => person(name, await role(`${name} role`, menuIds)),
    ownRights: (id, menuIds) => storeUserPermissions(database, id, menuIds),
    content: async () => {
      const tables = ['roles', 'users', 'role_rights', 'user_rights', 'menu_nodes', 'dashboards'] as const
      const records = ['dataset_records', 'dataset_names'] as const
      const found = [...tables, ...records].map(async (table) => {
        const rows = await database.selectFrom(table).selectAll().execute()
        // A table has no order of its own: PostgreSQL moves a row that is updated.
        return rows.map((row) => JSON.stringify(row)).toSorted()
      })
      return JSON.stringify(await Promise.all(found))
    },
  }
}

/** A node of the tree as it is sent. */
export interface TreeNode {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly enabled: boolean
  readonly child: readonly TreeNode[] | null
}

/** The same tree with exactly these ids on. */
export function marked(tree: readonly TreeNode[], ids: readonly number[]): TreeNode[] {
  return tree.map((node) => ({
    ...node,
    enabled: ids.includes(node.id),
    child: node.child && marked(node.child, ids),
  }))
}

/** The ids that are on, ascending. */
export function enabledIds(tree: readonly TreeNode[]): number[] {
  return tree
    .flatMap((node) => [...(node.enabled ? [node.id] : []), ...enabledIds(node.child ?? [])])
    .toSorted((one, other) => one - other)
}

/** The records of an answer as trees. */
export function treeIn(body: Readonly<Record<string, unknown>>): TreeNode[] {
  return body['records'] as TreeNode[]
}

/** The field of every record of an answer. */
export function column(body: Readonly<Record<string, unknown>>, field: string): unknown[] {
  return (body['records'] as Record<string, unknown>[]).map((record) => record[field])
}
