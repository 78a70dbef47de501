import type { OwnAlert } from '../../../../schemas/api/own-alert.ts'
import type { Report } from '../../../report/model/report-plan.ts'
import { formatReportName } from '../../../report/selection/titles-and-file-names.ts'
import type { DataDeps } from '../../data/data-deps.ts'
import { type ReadCall, readTogether } from '../../data/reports/read-call.ts'
import { readPresent } from './alert-overview.ts'
import { listFiringSince } from './alert-repository.ts'
import { nameOwnAlert, type StoredOwnAlert, watchOwnAlert } from './own-alerts.ts'

/** Describes alerts of readers with their present values; hidden for a report that is not among the open ones. */
export function describeOwnAlerts(
  { database, datasets, clock }: Pick<DataDeps, 'database' | 'datasets' | 'clock'>,
  read: ReadCall,
  open: readonly Report[],
  alerts: readonly StoredOwnAlert[],
): Promise<OwnAlert[]> {
  return readTogether(database, datasets, async (db) => {
    const firing = await listFiringSince(db)
    const shown: OwnAlert[] = []
    for (const alert of alerts) {
      const watched = watchOwnAlert(open, alert)
      const { title, report, mail } = alert.form
      shown.push({
        id: alert.id,
        title,
        report: watched === null ? report : formatReportName(watched.report, watched.plan),
        mail,
        isHidden: watched === null,
        firingSince: firing.get(nameOwnAlert(alert.id)) ?? null,
        present: watched && (await readPresent(db, read, watched, clock())),
      })
    }
    return shown
  })
}
