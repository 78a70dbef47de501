import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadShippedDashboards, loadShippedReports } from '../../../support/shipped-reports.ts'
import { createPasswords } from '../../../../src/server/identity/passwords/passwords.ts'
import { createTestUsers } from '../../../support/test-users.ts'
import { addMarch2025, emptyTree, routeCalls } from '../../../support/route-fixtures.ts'
import { createFolder } from '../../../support/folder.ts'
import { createListeningApp } from '../../../support/statements.ts'

const INTERNALS = `near "secret": select password_hash from users at /srv/portal/app.js:1:1`
const MAX_STATEMENTS = 200

const reports = loadShippedReports()

const folder = createFolder()
/** How many more statements are sent before one fails. */
let good = Number.POSITIVE_INFINITY

writeFileSync(join(folder, 'index.html'), '<!doctype html>')
writeFileSync(join(folder, 'settings.properties'), 'api.base.url=/')
const testApp = await createTestUsers()
await addMarch2025(testApp)
const tree = await emptyTree(testApp)
const token = await testApp.token('superadmin')
const app = await createListeningApp(
  testApp,
  () => {
    good -= 1
    if (good < 0) throw new Error(INTERNALS)
  },
  {
    reports,
    dashboards: loadShippedDashboards(),
    passwords: await createPasswords(undefined, { memoryCost: 8, timeCost: 1, parallelism: 1 }),
    portalFolder: folder,
    settingsFile: join(folder, 'settings.properties'),
  },
)

// Whether statements fail is what readiness tells.
const rows = routeCalls(testApp, tree).filter(({ route }) => !route.endsWith(' /readyz'))

test.each(rows.map((row) => [row.route, row] as const))(
  '%s stores nothing and reveals nothing, whichever of its statements fails',
  async (route, row) => {
    const [method = ''] = route.split(' ')
    const [url, body] = await row.call()
    const send = async (statements: number) => {
      good = statements
      const answer = await app.inject({
        method: method as 'GET',
        url,
        headers: route === 'POST /auth/logout' ? {} : { authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { payload: body as object }),
      })
      good = Number.POSITIVE_INFINITY
      return answer
    }
    const before = await testApp.dumpTables()
    for (let statements = 0; statements < MAX_STATEMENTS; statements += 1) {
      const answer = await send(statements)
      if (answer.statusCode === row.answers) return
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.json()).toEqual({
        success: false,
        message: 'The server could not answer this request.',
        records: [],
        totalCount: 0,
        requestId: answer.headers['x-request-id'],
      })
      const isUnchanged = (await testApp.dumpTables()) === before
      expect({ statements, status: answer.statusCode, isUnchanged }).toEqual({
        statements,
        status: 500,
        isUnchanged: true,
      })
    }
    expect.unreachable(`${route} never succeeded`)
  },
)
