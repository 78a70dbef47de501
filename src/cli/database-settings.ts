import { resolve } from 'node:path'
import { describeServer } from '../server/database/wait-for-database.ts'
import type { DatabaseLocation } from '../server/database/open.ts'
import { parseSettings, type ServerSettings } from '../server/config.ts'
import { UsageError } from './command.ts'

/** The settings that a server would have in an environment. Throws UsageError for one that is not valid. */
export function parseDatabaseSettings(
  environment: Readonly<Record<string, string | undefined>>,
  root: string,
): ServerSettings {
  try {
    return parseSettings(environment, root)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Where a database is in words, without the password that its address may hold. */
export function describeDatabase({ dataDir, databaseUrl }: DatabaseLocation): string {
  return databaseUrl === undefined ? resolve(dataDir) : describeServer(databaseUrl)
}
