import { execFileSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import readXlsxFile from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../src/server/data/demo/demo-accounts.ts'
import { signIn } from '../crash/api-client.ts'
import { createFolder } from '../support/folder.ts'
import { startServerProcess } from '../support/server-process.ts'

// `npm test` installs the other versions of Node and names them here.

const programs = (process.env['TEST_NODES'] ?? '').split(delimiter).filter((path) => path !== '')
const versions = programs.map(
  (program) => [execFileSync(program, ['--version'], { encoding: 'utf8' }).trim(), program] as const,
)

describe.skipIf(versions.length === 0)('the built portal', { timeout: 60_000 }, () => {
  const folder = createFolder()
  let expected: Awaited<ReturnType<typeof runPortal>>
  beforeAll(async () => {
    expected = await runPortal(process.execPath, join(folder, 'own'))
  }, 60_000)

  test.each(versions)(
    'starts, answers as under another version and stops, under Node %s',
    async (version, program) => {
      const result = await runPortal(program, join(folder, version))
      expect(result.warnings).toEqual([])
      expect(result).toEqual(expected)
    },
  )
})

/** Runs the built portal with demo data on a version of Node, and returns what its users get. */
async function runPortal(program: string, dataDir: string) {
  const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
  const server = await startServerProcess(environment, 'output', program)
  const headers = { authorization: `Bearer ${await signIn(server.url, 'superadmin', DEMO_PASSWORD)}` }
  const load = async (path: string) => {
    const response = await fetch(`${server.url}${path}`, { headers })
    expect({ path, status: response.status }).toEqual({ path, status: 200 })
    return response
  }
  const page = await (await load('/login')).text()
  const report = await (await load('/v1/monthly-reports/2025/7/MNO_TO_ROUTELINK')).text()
  const file = await load('/v1/monthly-reports/download/2025/7/MNO_TO_ROUTELINK')
  const [sheet] = await readXlsxFile(Buffer.from(await file.arrayBuffer()))
  const command = [join(process.env['DIST'] ?? 'dist', 'server/data.js'), 'list']
  const env = { ...process.env, ...environment }
  const datasets = execFileSync(program, command, { env, encoding: 'utf8' })
  server.signal('SIGTERM')
  return {
    page,
    report,
    workbook: sheet?.data,
    datasets,
    ending: await server.ended,
    warnings: server
      .output()
      .split('\n')
      .filter((line) => /warning/i.test(line)),
  }
}
