import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseLocation } from '../../../src/server/database/open.ts'
import { type RunningServer, startServer } from '../../../src/server/start.ts'
import { parseSettings } from '../../../src/server/config.ts'
import { serverAddressOf } from '../../postgres/databases.ts'
import { createPlace, type Place } from '../../support/test-databases.ts'
import { data, environmentOf } from '../../support/run-data.ts'
import { golden } from '../../support/golden.ts'
import { olderRecords, parts } from '../../support/report-calls/calls.ts'
import { comparable } from '../../support/report-calls/comparable.ts'
import { createTranscript, type Transcript } from '../../support/report-calls/transcript.ts'

// What an older build stored answers every report call as that build did, after the start that brings it up to date.

const files = 'tests/fixtures/upgrade'
const engine = process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite'

/** Of the session that the analyst has in the files. */
const TOKEN = 'session-of-the-analyst-in-the-upgrade-files'

interface Origin {
  readonly name: string
  readonly engine: 'sqlite' | 'postgres'
  readonly bring: (location: DatabaseLocation) => Promise<void>
  /** Whether it has the sessions that were open. */
  readonly hasSessions: boolean
}

const restored = (engine: Origin['engine']): Origin => ({
  name: `a backup that is restored to ${engine}`,
  engine,
  bring: async (location) => {
    expect(await data(location, 'restore', join(files, 'backup.gz'))).toMatchObject({ code: 0 })
  },
  hasSessions: false,
})

/** An origin whose upgrade was begun and killed before it came to its end, at several of its statements. */
const killed = (origin: Origin): Origin => ({
  ...origin,
  name: `${origin.name}, its upgrade killed again and again,`,
  bring: async (location) => {
    await origin.bring(location)
    const run = promisify(execFile)
    const script = ['--import', 'tsx', 'tests/crash/migrate-and-die.ts']
    const trial = await createPlace(origin.engine)
    await origin.bring(trial)
    const place = ({ dataDir, databaseUrl }: DatabaseLocation) => [dataDir, databaseUrl ?? '']
    const { stdout } = await run(process.execPath, [...script, ...place(trial)])
    await trial.remove()
    for (const share of [0.3, 0.5, 0.7, 0.9, 1]) {
      const last = Math.floor(Number(stdout) * share)
      const attempt = run(process.execPath, [...script, ...place(location), String(last)])
      await expect(attempt).rejects.toMatchObject({ signal: 'SIGKILL' })
    }
  },
})

const [folderOrigin, databaseOrigin]: readonly [Origin, Origin] = [
  {
    name: 'a data folder',
    engine: 'sqlite',
    bring: async ({ dataDir }) => {
      mkdirSync(dataDir, { mode: 0o700 })
      const file = gunzipSync(readFileSync(join(files, 'portal.db.gz')))
      writeFileSync(join(dataDir, 'portal.db'), file, { mode: 0o600 })
    },
    hasSessions: true,
  },
  {
    name: 'a PostgreSQL database',
    engine: 'postgres',
    bring: async ({ databaseUrl }) => {
      // Not through a pooler: the file changes settings of its connection.
      const database = new URL(databaseUrl ?? '').pathname.slice(1)
      const client = new Client({ connectionString: serverAddressOf(database) })
      await client.connect()
      try {
        await client.query(readFileSync(join(files, 'postgres.sql'), 'utf8'))
      } finally {
        await client.end()
      }
    },
    hasSessions: true,
  },
]
const origins: readonly Origin[] = [
  folderOrigin,
  databaseOrigin,
  killed(folderOrigin),
  killed(databaseOrigin),
  restored('sqlite'),
  restored('postgres'),
]

/** A quarter of an hour after the last import of the files, as in the recorded calls. */
const clock = () => new Date('2025-06-02T08:45:00.000Z')

function start(location: DatabaseLocation, folder: string): Promise<RunningServer> {
  const environment = { ...environmentOf(location), PORTAL_DIR: join(folder, 'none'), LOG_LEVEL: 'silent' }
  const log = { write: () => undefined, getError: () => undefined }
  return startServer(parseSettings(environment, process.cwd()), { clock, log })
}

describe.each(origins.filter((origin) => origin.engine === engine))(
  'the upgrade of the schema 0005 of $name',
  ({ bring, hasSessions }) => {
    let folder: string
    let place: Place
    let running: RunningServer
    let transcript: Transcript
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'upgrade-'))
      place = await createPlace(engine)
      await bring(place)
      // The second start finds everything done.
      await (await start(place, folder)).close()
      running = await start(place, folder)
      transcript = createTranscript({ app: running.app, location: place, now: clock })
    }, 60_000)
    afterAll(async () => {
      await running.close()
      await place.remove()
      rmSync(folder, { recursive: true })
    })

    test('keeps sessions, unless they come from a backup', async () => {
      const headers = { authorization: `Bearer ${TOKEN}` }
      const { statusCode } = await running.app.inject({ url: '/v1/monthly-reports/years', headers })
      expect(statusCode).toBe(hasSessions ? 200 : 401)
    })

    test('keeps records that no import writes any more as they were', async () => {
      const text = await transcript.of(olderRecords)
      expect(comparable(text)).toBe(comparable(golden(join(files, 'older-records.txt'), text)))
    })

    test.each(parts)('keeps the responses as recorded: %s', async (name, steps) => {
      const text = await transcript.of(steps)
      const recorded = readFileSync(`tests/server/goldens/report-calls/${name}.txt`, 'utf8')
      expect(comparable(text)).toBe(comparable(recorded))
    })
  },
)
