import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../src/server/platform/database/migrate.ts'
import { openDatabaseHandle } from '../../src/server/platform/database/open.ts'
import { createPlace, engines } from '../support/test-databases.ts'
import { killWhileSending } from './job-kills.ts'

/** More than in a normal run by the environment. */
const KILLS = Number(process.env['KILLS'] ?? 30)

/** Inside the project, so that the built script finds its packages; built, because that starts in a fifth of the time. */
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join('node_modules', '.run-jobs-'))
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: join(import.meta.dirname, 'run-jobs.ts'), outDir: folder },
  })
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each(engines)(
  'processes that are killed while they send lose no mail on %s, and send none twice that SMTP does not force them to',
  async (name) => {
    const location = await createPlace(name)
    const engine = openDatabaseHandle(location)
    await migrate(engine)
    const report = await killWhileSending({
      kills: KILLS,
      seed: 101,
      program: join(folder, 'run-jobs.js'),
      location,
      engine,
    })
    await engine.close()
    if (KILLS > 30) process.stdout.write(`${name}: ${KILLS} kills ${JSON.stringify(report)}\n`)
    expect(report).toMatchObject({ lost: [], open: [], failed: [], repeated: [], otherIds: [] })
    expect(report.mails).toBeGreaterThan(KILLS)
  },
  60_000 + KILLS * 10_000,
)
