import type { KyselyPlugin } from 'kysely'
import { type App, createApp } from '../../src/server/app.ts'
import type { AppOptions } from '../../src/server/app-deps.ts'
import type { Harness } from './test-app.ts'
import { datasets } from './stored-records.ts'

/**
 * A second app on the harness's database that tells of every statement before it is sent. What the listener throws,
 * the statement fails with.
 */
export function createListeningApp(
  { engine, now }: Harness,
  onStatement: (kind: string) => void,
  options: Pick<AppOptions, 'reports' | 'passwords'> & Partial<AppOptions>,
): Promise<App> {
  const listener: KyselyPlugin = {
    transformQuery: ({ node }) => {
      onStatement(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return createApp({
    engine: { ...engine, database: engine.database.withPlugin(listener) },
    datasets,
    clock: now,
    sessions: { hours: 8, idleMinutes: 60 },
    production: false,
    demoAccounts: false,
    ...options,
  })
}
