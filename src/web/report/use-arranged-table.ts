import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { reportEntries } from 'virtual:report-entries'
import type { Report } from '../../report/model/report-plan.ts'
import { placeNotes } from '../../report/table/place-notes.ts'
import { getPeriod } from '../../report/selection/selector-kinds.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import { loadPlans } from '../kit/lazy-loading.tsx'
import { notify } from '../kit/toaster.tsx'
import type { LoadedReport } from '../machines/report-context.ts'
import { arrangeLoaded } from './arrange-loaded.ts'
import type { loadReport } from './report-services.ts'
import type { ReportActor } from './use-report.ts'

export type LoadReport = typeof loadReport

export type ArrangedProps = {
  readonly actor: ReportActor
  readonly loaded: LoadedReport
  readonly loadReport: LoadReport
}

/** Describes what an address adds to the table that was read at a time. */
interface Wanted {
  readonly of: Report
  readonly added: readonly string[]
  readonly readAt: Date
}

/** Changes the table that is shown as the address says. Returns the report; null until it is known. */
export function useArrangedTable({ actor, loaded, loadReport: load }: ArrangedProps): Report | null {
  const api = useApi()
  const { table, readAt } = loaded
  const { reportId } = actor.getSnapshot().context.plan
  const [report, setReport] = useState<Report | null>(null)
  const added = useSelector(actor, ({ context }) => context.arrangement.added)
  useEffect(() => {
    const entry = reportEntries.find(({ id }) => id === reportId)
    if (entry !== undefined) void loadPlans(entry).then(setReport)
  }, [reportId])

  const arrange = useEffectEvent(async ({ of, added, readAt }: Wanted, signal: AbortSignal) => {
    const { plan } = actor.getSnapshot().context
    const { selection, options, compare } = loaded
    const input = { plan, selection, compare, options }
    const changed = await arrangeLoaded(of, input, { table, added }, (part) => load(part, signal, api))
    if (signal.aborted) return
    const noted = table.notes ? placeNotes(changed, getPeriod(plan, selection), table.notes) : changed
    actor.send({ type: 'table.replaced', readAt, table: noted })
  })
  const isArranged = (table.arranged?.added ?? []).join('\n') === added.join('\n')
  useEffect(() => {
    if (isArranged || report === null) return undefined
    const controller = new AbortController()
    const { signal } = controller
    void arrange({ of: report, added, readAt }, signal).catch(
      () => signal.aborted || notify('What was added to the table could not be loaded.'),
    )
    return () => controller.abort()
  }, [isArranged, report, added, readAt])
  return report
}
