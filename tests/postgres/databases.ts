import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { z } from 'zod'

/** The database that every test's own is copied from, the schema and nothing in it; each run has one of its own. */
const template = (): string => z.string().parse(process.env['TEST_TEMPLATE'])

/** The name of the same with the accounts and the menu that ship. */
export const filledTemplate = (schema: string = template()): string => `${schema}_filled`

/** A database of a test's own on the PostgreSQL server that the environment names. */
export interface TestDatabase {
  readonly name: string
  readonly url: string
  readonly drop: () => Promise<void>
}

/** The address of a database on the tests' server; without a name, of the one that the environment names. */
export function serverAddressOf(database?: string): string {
  const url = new URL(z.url().parse(process.env['TEST_DATABASE_URL']))
  if (database !== undefined) url.pathname = `/${database}`
  return url.href
}

/** Makes a copy of a database: by default, of an empty one with the portal's schema. */
export async function createDatabase(original: string = template()): Promise<TestDatabase> {
  const name = `portal_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name} template ${original}`)
  return {
    name,
    url: serverAddressOf(name),
    drop: () => administer(`drop database ${name} with (force)`),
  }
}

/** Runs a statement on the server, outside of every test's database. */
export const administer = (statement: string): Promise<void> => runStatements(serverAddressOf(), [statement])

/** Runs statements one after another on a connection of their own. */
export async function runStatements(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
