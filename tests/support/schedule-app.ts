import type { DefinitionText } from '../../schemas/api/definitions.ts'
import type { Schedule, ScheduleForm } from '../../schemas/api/schedule.ts'
import type { Mail } from '../../src/server/delivery/mail/mailer.ts'
import type { Send } from './test-app.ts'
import { loadShippedDashboards, loadShippedReports } from './shipped-reports.ts'
import { addAllDemo } from './stored-records.ts'
import { createTestUsers } from './test-users.ts'

/** A schedule of a report that right 16 opens. */
export const form: ScheduleForm = {
  view: {
    kind: 'report',
    id: 'monthly-report',
    tab: 'mno-to-routelink',
    variant: null,
    chart: null,
    selectors: {},
    compare: null,
    period: 'latest',
  },
  due: { every: 'daily', day: 1, time: '07:00', zone: 'Africa/Lagos' },
  workbook: false,
  charts: false,
  recipients: ['boss@partner.example'],
  onlyNewData: false,
}

/** The app with the demo's records and mails that a test reads. `fail` decides which are not accepted. */
export async function createScheduleApp(definitions: readonly DefinitionText[] = []) {
  const mails: Mail[] = []
  const failures = new Map<string, Error>()
  let afterMail: () => Promise<void> = () => Promise.resolve()
  const send = async (mail: Mail) => {
    const failure = failures.get(mail.to)
    if (failure !== undefined) throw failure
    mails.push(mail)
    await afterMail()
  }
  const mail = { send, portalUrl: 'https://portal.example', domains: ['partner.example'] }
  const testApp = await createTestUsers({
    mail,
    definitions,
    reports: loadShippedReports(),
    dashboards: loadShippedDashboards(),
  })
  await addAllDemo(testApp.engine.database, testApp.now())
  return {
    ...testApp,
    mails,
    failures,
    /** Does something after each mail from now on. */
    onMail: (work: typeof afterMail = () => Promise.resolve()) => {
      afterMail = work
    },
    /** Takes the mails that were sent since. */
    takeMails: () => mails.splice(0),
    /** Runs what is due. Nobody is signed out by the moved clock. */
    runDue: async () => {
      const now = testApp.now()
      const expires_at = new Date(now.getTime() + 3_600_000).toISOString()
      const times = { created_at: now.toISOString(), last_used_at: now.toISOString(), expires_at }
      await testApp.engine.database.updateTable('sessions').set(times).execute()
      await testApp.app.jobs.runDue()
    },
    read: async (caller: Send, id: number) =>
      (await caller('GET', `/v1/schedules/${id}`)).body['records'] as Schedule,
    add: async (caller: Send, change: Partial<ScheduleForm> = {}) => {
      const { status, body } = await caller('POST', '/v1/schedules', { ...form, ...change })
      if (status !== 201) throw new Error(String(body['message']))
      return (body['records'] as Schedule).id
    },
  }
}
