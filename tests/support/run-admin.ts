import { join } from 'node:path'
import { runAdmin } from '../../src/cli/admin.ts'
import { parseSettings } from '../../src/server/config.ts'
import type { DatabaseLocation } from '../../src/server/platform/database/open.ts'
import { startServer } from '../../src/server/start.ts'
import { environmentOf } from './run-data.ts'
import { capture } from './terminal.ts'

type Environment = Readonly<Record<string, string>>
interface Options {
  readonly environment?: Environment
  readonly clock?: () => Date
  /** Answers a hidden question; nobody does by default. */
  readonly promptPassword?: (question: string) => Promise<string | null>
}

const NOW = new Date('2025-06-02T08:00:00.000Z')

/** Runs a command of administration in this process. */
export const adminAt = (location: DatabaseLocation, args: readonly string[], options: Options = {}) =>
  capture((terminal) =>
    runAdmin(args, terminal, {
      clock: () => NOW,
      root: process.cwd(),
      promptPassword: () => Promise.resolve(null),
      ...options,
      environment: { ...environmentOf(location), ...options.environment },
    }),
  )

/** Starts a server in this process on the database of such commands. */
export function startAt(location: DatabaseLocation, environment: Environment, clock = () => new Date()) {
  const place = { ...environmentOf(location), PORTAL_DIR: join(location.dataDir, 'none') }
  const settings = parseSettings({ ...place, ...environment }, process.cwd())
  return startServer(settings, { clock, log: { write: () => undefined, getError: () => undefined } })
}
