import type { KyselyPlugin } from 'kysely'
import { type App, type AppOptions, createApp } from '../../src/server/app.ts'
import { createPasswords } from '../../src/server/identity/passwords/passwords.ts'
import type { TestApp } from './test-app.ts'
import { datasets } from './stored-records.ts'
import { afterUse } from './folder.ts'

/**
 * Creates a second app on the database of the test app that calls a listener before each statement. A statement fails with
 * the error that the listener throws.
 */
export async function createListeningApp(
  { engine, now }: TestApp,
  onStatement: (kind: string) => void,
  options: Partial<AppOptions> = {},
): Promise<App> {
  const listener: KyselyPlugin = {
    transformQuery: ({ node }) => {
      onStatement(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const app = await createApp({
    handle: { ...engine, database: engine.database.withPlugin(listener) },
    datasets,
    reports: [],
    passwords: options.passwords ?? (await createPasswords()),
    clock: now,
    sessions: { hours: 8, idleMinutes: 60 },
    auditDays: 400,
    production: false,
    demoAccounts: false,
    ...options,
  })
  afterUse(() => app.close())
  return app
}
