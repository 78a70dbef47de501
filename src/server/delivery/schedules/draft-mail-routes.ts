import { type DefinitionText, MailPreview } from '../../../../schemas/api/definitions.ts'
import { DraftMailCall } from '../../../../schemas/api/draft-mail.ts'
import type { DataDeps } from '../../data/data-deps.ts'
import { createReadCall, readTogether } from '../../data/reports/read-call.ts'
import { declareDraftCall, requireStoredRecords, runDraft } from '../../data/studio/studio-routes.ts'
import { MAX_VALUES } from '../../data/tables/read-dataset.ts'
import { getCurrentUser } from '../../identity/access/authorization.ts'
import type { RouteApp } from '../../platform/http/permission.ts'
import { toRecordEnvelope } from '../../platform/http/responses.ts'
import type { Renderer } from '../renderer.ts'
import { buildMail } from './build-mail.ts'
import { loadMail } from './draft-mail.ts'
import { LATEST } from './load-view.ts'
import { formatLocalDay } from './next-due.ts'
import { describeTarget } from './target.ts'

/** Serves the mail that a draft would send, made as the real one. Nothing is sent or stored. */
export function draftMailRoutes(
  app: RouteApp,
  deps: DataDeps,
  definitions: readonly DefinitionText[],
  renderer: Renderer,
): void {
  const { database, sources, clock } = deps
  app.post(
    '/v1/definitions/mails',
    declareDraftCall(
      'previewMail',
      'The mail that a draft would send, over demo records or the stored ones',
      MailPreview,
      DraftMailCall,
    ),
    async (request, reply) => {
      const { records, owner = getCurrentUser(request).username, workbook, ...draft } = request.body
      const now = clock()
      const today = formatLocalDay(now, 'UTC')
      const task = { texts: definitions, ...draft, today, now: now }
      if (records === 'stored') requireStoredRecords(request, definitions, draft)
      const { target, views, isLatest } = await runDraft(reply, async (signal) => {
        if (records === 'demo') return renderer.loadDraftMail(task, signal)
        const compiled = await renderer.compileDraft(task, signal)
        if ('refusal' in compiled) return compiled
        const read = createReadCall(compiled.datasets, sources, compiled.reports, MAX_VALUES)
        return readTogether(database, compiled.datasets, (db) => loadMail(db, read, compiled, task))
      })
      const product = deps.getProductName()
      const { dashboard } = target
      const rendered = await renderer.renderMail({
        dashboard,
        views,
        today,
        user: owner,
        product,
        at: now,
        hasWorkbook: workbook,
        hasCharts: draft.charts,
      })
      const notices = isLatest ? [LATEST] : []
      const frame = { product, portalUrl: '', sender: { owner, unsubscribeUrl: '' }, notices }
      const mail = buildMail({ ...frame, ...describeTarget(target, rendered.views) }, rendered)
      const images = Object.fromEntries(
        mail.attachments.flatMap(({ cid, file }) =>
          cid === undefined ? [] : [[cid, Buffer.from(file).toString('base64')]],
        ),
      )
      const html = mail.html.replaceAll(/"cid:([\w-]+)"/g, (_, cid: string) => {
        return `"data:image/png;base64,${images[cid] ?? ''}"`
      })
      const attachments = mail.attachments.flatMap(({ cid, name }) => (cid === undefined ? [name] : []))
      return toRecordEnvelope({ subject: mail.subject, html, attachments })
    },
  )
}
