import type { DraftMailCall } from '../../../../schemas/api/draft-mail.ts'
import type { Schedulable } from '../../../report/model/dashboard-plan.ts'
import type { DataDeps } from '../../data/data-deps.ts'
import { deriveNoteScopes } from '../../data/notes/stored-notes.ts'
import type { ReadCall } from '../../data/reports/read-call.ts'
import { type DraftTask, openPortal, type Refusal, withRefusal } from '../../data/studio/draft-answers.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { badRequest } from '../../platform/http/responses.ts'
import { loadViews } from './load-view.ts'
import { findTarget } from './target.ts'

type MailTask = Pick<DraftMailCall, 'view'> & { readonly today: string }

/**
 * Loads what the mail of a draft would show over records, as plain data: of the latest period if its own has no records.
 * Throws if no recent period has any.
 */
export async function loadMail(
  db: Connection,
  read: ReadCall,
  { reports, datasets, dashboards }: Schedulable & Pick<DataDeps, 'datasets'>,
  { view, today }: MailTask,
) {
  const deps = { read, noteScopes: deriveNoteScopes(reports, datasets) }
  for (const period of new Set([view.period, 'latest'])) {
    const target = findTarget({ ...view, period }, { reports, dashboards })
    if (typeof target === 'string') throw badRequest(target)
    const views = await loadViews(db, deps, target.views, today)
    const { title, dashboard, path } = target
    if (views.length > 0)
      return { target: { title, dashboard, path }, views, isLatest: period !== view.period }
  }
  throw badRequest('No recent period has records to show.')
}

export interface DraftMailReader {
  readonly loadDraftMail: (
    task: DraftTask & MailTask,
    signal?: AbortSignal,
  ) => Promise<Awaited<ReturnType<typeof loadMail>> | Refusal>
}

/** Loads what the mail of a draft would show over demo records. */
export const loadDraftMail: DraftMailReader['loadDraftMail'] = (task) =>
  withRefusal(async () => {
    const portal = await openPortal(task)
    return loadMail(portal.handle.database, portal.read, portal, task)
  })
