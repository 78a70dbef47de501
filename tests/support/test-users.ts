import { hash, verify } from '@node-rs/argon2'
import { DEMO_PASSWORD } from '../../src/server/data/demo/demo-accounts.ts'
import type { AppOptions } from '../../src/server/app.ts'
import type { DatabaseHandle } from '../../src/server/platform/database/handle.ts'
import { storeRolePermissions, storeUserPermissions } from '../../src/server/identity/accounts/permissions.ts'
import { insertRole } from '../../src/server/identity/accounts/roles.ts'
import { storeSession, createToken, hashToken } from '../../src/server/identity/accounts/sessions.ts'
import { insertSystemUser } from '../../src/server/identity/accounts/users.ts'
import { createWorkQueue } from '../../src/server/platform/work-queue.ts'
import { createTestApp, type TestApp, type Send } from './test-app.ts'
import type { Passwords } from '../../src/server/identity/passwords/passwords.ts'

/** A user created by a test, with a session of its own. */
export interface TestUser {
  readonly id: number
  readonly userId: string
  readonly roleId: number
  readonly token: string
  readonly sessionId: string
  readonly send: Send
}

export interface TestUsers extends TestApp {
  /** Adds a role with permission for these menu ids. */
  readonly addRole: (name: string, menuIds?: readonly number[]) => Promise<number>
  /** Adds a user of a role, with the password of the demo, and signs it in. */
  readonly addUser: (userId: string, roleId: number) => Promise<TestUser>
  /** Adds a role with these menu ids and a user of that role. */
  readonly addUserWithRole: (name: string, menuIds?: readonly number[]) => Promise<TestUser>
  /** Stores own permissions of a user. */
  readonly setOwnPermissions: (id: number, menuIds: readonly number[]) => Promise<void>
  /** Every row of every table that administration and reports write, as JSON. */
  readonly dumpTables: () => Promise<string>
}

const LOWEST_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const

/** The hashing of the product at its lowest cost, which these tests do not depend on. */
const quickPasswords: Passwords = {
  queue: createWorkQueue({ atOnce: 2, waiting: 64, share: 64 }),
  refusalMs: 0,
  hash: (password) => hash(password, LOWEST_COST),
  verify: async (stored, password) => stored !== undefined && verify(stored, password),
  isOutdated: () => false,
}

/** Creates the app on its own database, with functions that add roles and users directly. */
export async function createTestUsers(
  options: Partial<AppOptions> = {},
  wrapEngine?: (engine: DatabaseHandle) => DatabaseHandle,
): Promise<TestUsers> {
  const testApp = await createTestApp({ passwords: quickPasswords, ...options }, wrapEngine)
  const { database } = testApp.engine
  const passwordHash = await quickPasswords.hash(DEMO_PASSWORD)
  const addRole = async (name: string, menuIds: readonly number[] = []) => {
    const { id } = await insertRole(database, name, `Description of ${name}`)
    await storeRolePermissions(database, id, menuIds)
    return id
  }
  const addUser = async (userId: string, roleId: number): Promise<TestUser> => {
    const user = {
      userId,
      passwordHash,
      owner: 'admin',
      roleId,
      loginIP: '',
      emailId: `${userId}@portal.example`,
    }
    const id = await insertSystemUser(database, user, testApp.now())
    const token = createToken()
    const sessionId = createToken()
    const createdAt = testApp.now()
    const expiresAt = new Date(createdAt.getTime() + 3_600_000)
    await storeSession(database, {
      id: sessionId,
      token_hash: hashToken(token),
      user_id: id,
      created_at: createdAt.toISOString(),
      expires_at: expiresAt.toISOString(),
    })
    return { id, userId, roleId, token, sessionId, send: testApp.bearing(token) }
  }
  return {
    ...testApp,
    addRole,
    addUser,
    addUserWithRole: async (name, menuIds = []) => addUser(name, await addRole(`${name} role`, menuIds)),
    setOwnPermissions: (id, menuIds) => storeUserPermissions(database, id, menuIds),
    dumpTables: async () => {
      const tables = ['roles', 'users', 'role_rights', 'user_rights', 'menu_nodes'] as const
      const records = ['dataset_records', 'dataset_names', 'notes'] as const
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

/** The same tree with exactly these ids enabled. */
export function enableOnly(tree: readonly TreeNode[], ids: readonly number[]): TreeNode[] {
  return tree.map((node) => ({
    ...node,
    enabled: ids.includes(node.id),
    child: node.child && enableOnly(node.child, ids),
  }))
}

/** The enabled ids, ascending. */
export function enabledIds(tree: readonly TreeNode[]): number[] {
  return tree
    .flatMap((node) => [...(node.enabled ? [node.id] : []), ...enabledIds(node.child ?? [])])
    .toSorted((one, other) => one - other)
}

/** The records of a response as trees. */
export function readTree(body: Readonly<Record<string, unknown>>): TreeNode[] {
  return body['records'] as TreeNode[]
}

/** The field of every record of an answer. */
export function column(body: Readonly<Record<string, unknown>>, field: string): unknown[] {
  return (body['records'] as Record<string, unknown>[]).map((record) => record[field])
}
