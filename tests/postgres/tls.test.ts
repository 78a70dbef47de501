import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../../src/server/platform/database/migrate.ts'
import { openPostgres } from '../../src/server/platform/database/postgres.ts'
import { data } from '../support/run-data.ts'
import { type Cluster, findPostgres, startCluster } from './cluster.ts'

const programs = findPostgres()

// Checks what docs/operations/operating.md says about TLS to the database. A fault of TLS is one line.

describe.skipIf(programs === null)('TLS to the database', { timeout: 60_000 }, () => {
  let cluster: Cluster
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-tls-'))
    cluster = await startCluster(programs ?? '')
    const engine = openPostgres(cluster.url)
    await migrate(engine)
    await engine.close()
  }, 60_000)
  afterAll(async () => {
    await cluster.remove()
    rmSync(folder, { recursive: true })
  })

  let files = 0
  const backup = (query: string) =>
    data(
      { dataDir: folder, databaseUrl: `${cluster.url}?${query}` },
      'backup',
      join(folder, `${(files += 1)}.gz`),
    )
  const refusal = (reason: string) => ({
    code: 1,
    out: '',
    err: `the database server refused: 127.0.0.1:${cluster.port}, database postgres: ${reason}`,
  })

  test('never falls back to plain text: a server without TLS is rejected with one line', async () => {
    for (const mode of ['verify-full', 'require', 'prefer', 'no-verify']) {
      expect({ mode, ...(await backup(`sslmode=${mode}`)) }).toEqual({
        mode,
        ...refusal('The server does not support SSL connections'),
      })
    }
    expect(await backup('sslmode=disable')).toMatchObject({ code: 0 })
  })

  test('verifies the certificate unless configured otherwise', async () => {
    const [key, certificate] = ['server.key', 'server.crt'].map((name) => join(cluster.folder, 'data', name))
    if (key === undefined || certificate === undefined) throw new Error('no files')
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
    const names = ['-keyout', key, '-out', certificate, '-days', '2']
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...names, ...subject], {
      stdio: 'ignore',
    })
    const { uid, gid } = statSync(cluster.folder)
    for (const file of [key, certificate]) chownSync(file, uid, gid)
    appendFileSync(join(cluster.folder, 'data', 'postgresql.conf'), 'ssl = on\n')
    await cluster.stop()
    await cluster.start()
    for (const mode of ['verify-full', 'require']) {
      expect({ mode, ...(await backup(`sslmode=${mode}`)) }).toEqual({
        mode,
        ...refusal('self-signed certificate'),
      })
    }
    expect(await backup(`sslmode=verify-full&sslrootcert=${certificate}`)).toMatchObject({ code: 0 })
    expect(await backup('sslmode=no-verify')).toMatchObject({ code: 0 })
  })
})
