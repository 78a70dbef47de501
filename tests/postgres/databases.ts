import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { z } from 'zod'

/** The database that every test's own is copied from, the schema and nothing in it; each run has one of its own. */
const template = (): string => z.string().parse(process.env['TEST_TEMPLATE'])

/** A database of a test's own on the PostgreSQL server that the environment names. */
export interface TestDatabase {
  readonly name: string
  readonly url: string
  readonly drop: () => Promise<void>
}

/** The address of a database on the tests' server, or behind the pooler before it if the environment names one. */
function addressOf(database: string): string {
  return buildAddress(process.env['TEST_POOLER_URL'] ?? process.env['TEST_DATABASE_URL'], database)
}

/** The address of a database on the tests' server itself; without a name, of the one that the environment names. */
export function serverAddressOf(database?: string): string {
  return buildAddress(process.env['TEST_DATABASE_URL'], database)
}

function buildAddress(server: string | undefined, database: string | undefined): string {
  const url = new URL(z.url().parse(server))
  if (database !== undefined) url.pathname = `/${database}`
  return url.href
}

/** Makes an empty database with the portal's schema, or one without anything. */
export async function createDatabase(original: string = template()): Promise<TestDatabase> {
  const name = `portal_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name} template ${original}`)
  return {
    name,
    url: addressOf(name),
    drop: () => administer(`drop database ${name} with (force)`),
  }
}

/** Runs a statement on the server, outside of every test's database. */
export async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: serverAddressOf() })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
