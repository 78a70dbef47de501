import type { FastifyInstance } from 'fastify'
import { isSourced } from '../../../dataset/dataset-plan.ts'
import type { Report } from '../../../report/model/report-plan.ts'
import { isUnavailable } from '../../platform/database/errors.ts'
import { repeatWhileListening } from '../../platform/periodic-task.ts'
import { type EvaluatorDeps, runAlert } from './evaluator.ts'
import { listAlerts, listOwnAlerts, watchOwnAlerts } from './own-alerts.ts'
import { cleanUpEpisodes } from './alert-repository.ts'

/** How often the version of the data is read, in milliseconds. */
const INTERVAL_MS = 5_000

interface AlertDeps extends Omit<EvaluatorDeps, 'log'> {
  readonly reports: readonly Report[]
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Evaluates the alerts now, if the data has changed or a minute has passed. */
    readonly runAlerts: () => Promise<void>
  }
}

/**
 * Evaluates all alerts while the app listens, after each change of the data by whichever process: its version tells. Those on
 * missing records are evaluated every minute.
 */
export function scheduleAlerts(app: FastifyInstance, context: AlertDeps): void {
  const { handle, clock } = context
  const defined = listAlerts(context.reports)
  // No version tells of what other databases have.
  const hasTimes =
    defined.some(({ alert }) => alert.when.kind === 'missing') || context.datasets.some(isSourced)
  const deps = { ...context, log: app.log }
  let done: string | null = null
  const evaluate = async () => {
    const minute = hasTimes ? clock().toISOString().slice(0, 16) : ''
    const stored = await listOwnAlerts(handle.database)
    const ids = stored.map(({ id }) => id).join(' ')
    const state = `${String((await handle.readVersions()).data)} ${minute} ${ids}`
    if (state === done) return
    const alerts = [...defined, ...(await watchOwnAlerts(handle.database, context.reports, stored))]
    // Episodes of alerts that were all removed end, too.
    await cleanUpEpisodes(
      handle.database,
      alerts.map(({ id }) => id),
      clock(),
    )
    for (const alert of alerts) {
      await runAlert(deps, alert).catch((error: unknown) => {
        if (isUnavailable(error)) throw error
        app.log.error({ alert: alert.id, err: error }, 'an alert could not be evaluated')
      })
    }
    done = state
  }
  app.decorate('runAlerts', repeatWhileListening(app, evaluate, INTERVAL_MS, 'alerts are not evaluated'))
}
