import { mkdirSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { compileReportFiles } from '../../definition/compile.ts'
import { formatDiagnostic, suggest } from '../../definition/diagnostic.ts'
import type { PlanWithSource } from '../../definition/sections.ts'
import { type RequestUrl, parseRequestUrl } from '../../report/request/template.ts'
import { usesPreviousYear } from '../../report/columns/index.ts'
import { resolveLabels } from '../../report/labels.ts'
import { fillOptionsUrl } from '../../report/selection/options.ts'
import { getPreviousYear } from '../../report/selection/selector-kinds.ts'
import type { Selection } from '../../report/plan.ts'
import {
  API_USAGE,
  apiArguments,
  type ApiClient,
  connectToApi,
  formatUrl,
  parseJson,
  parseSelection,
  sendOnce,
} from './api-client.ts'
import { type Command, ExitCode, parseArguments, UsageError } from '../command.ts'
import { selectFiles, pluralize, Folder } from './folder.ts'
import { type Finding, isWarning } from './verify/request.ts'
import { verifyScreen } from './verify/screen.ts'
import { type RecordedCall, type Recording, recordingPath } from './recording.ts'

const Arguments = z.object({
  files: z.array(z.string()),
  dir: Folder,
  out: z.string().min(1).optional(),
  rows: z.coerce.number('a number of records').int().min(1).max(1000).default(6),
  ...apiArguments,
})
/** Records shortened responses to every call of a report, for tests, if they fit the definition. */
export const createRecord = (recordingsDir: string): Command => ({
  usage: `[ids] [--dir FOLDER] [--out FOLDER] [--rows 6] ${API_USAGE}`,
  summary: 'records responses of the API for the tests of a report; without an id, of every report',
  run: async (args, terminal) => {
    const { files: ids, dir, out = recordingsDir, rows, select, ...target } = parseArguments(args, Arguments)
    const { reports, plans, diagnostics, locate } = compileReportFiles(selectFiles(dir, []).all)
    if (diagnostics.length > 0) {
      for (const diagnostic of diagnostics) terminal.out(formatDiagnostic(diagnostic))
      return ExitCode.Errors
    }
    const known = reports.map(({ id }) => id)
    const unknown = ids.find((id) => !known.includes(id))
    if (unknown !== undefined) throw new UsageError(`no definition '${unknown}'${suggest(unknown, known)}`)
    const selected = ids.length > 0 ? ids : known
    const chosen = parseSelection(
      select,
      plans.filter(({ plan }) => selected.includes(plan.reportId)),
    )
    const api = sendOnce(await connectToApi(target, dir))
    let code: number = ExitCode.Ok
    try {
      for (const report of selected) {
        const screens = plans.filter(({ plan }) => plan.reportId === report)
        const { recording, mismatches } = await recordReport(report, screens, api, chosen, rows)
        if (mismatches.length > 0) {
          const lines = mismatches.map(({ origin, rule, message }) =>
            formatDiagnostic(locate(origin, rule, message)),
          )
          for (const line of new Set(lines)) terminal.out(line)
          terminal.out(`${report}: not recorded, because the responses do not fit`)
          code = ExitCode.Errors
          continue
        }
        mkdirSync(out, { recursive: true })
        writeFileSync(recordingPath(out, report), `${JSON.stringify(recording, null, 1)}\n`)
        terminal.out(
          `${recordingPath(out, report)}: ${pluralize(Object.keys(recording.calls).length, 'call')}`,
        )
      }
      return code
    } finally {
      await api.close()
    }
  },
})

async function recordReport(
  report: string,
  plans: readonly PlanWithSource[],
  api: ApiClient,
  chosen: Selection,
  rows: number,
): Promise<{ readonly recording: Recording; readonly mismatches: readonly Finding[] }> {
  const calls = new Map<string, RecordedCall>()
  const found: Finding[] = []
  const screens: Record<string, Selection> = {}
  for (const planWithSource of plans) {
    const { plan } = planWithSource
    const store = async (call: RequestUrl, list: readonly string[] | null) => {
      calls.set(formatUrl(call), await recordCall(call, list, api, rows))
    }
    const { selection, options, findings } = await verifyScreen(planWithSource, api, chosen)
    found.push(...findings.filter((finding) => !isWarning(finding)))
    const names = resolveLabels(plan, selection, api.today)
    screens[plan.key] = selection
    for (const { options: from } of plan.selectors) {
      const url = 'url' in from ? fillOptionsUrl(plan, from, selection, options) : null
      if (url !== null) await store(parseRequestUrl(url), null)
    }
    await store(names.dataCall, plan.data.recordsPath)
    if (usesPreviousYear(plan)) {
      const earlier = resolveLabels(plan, getPreviousYear(plan, selection), api.today)
      await store(earlier.dataCall, plan.data.recordsPath)
    }
    if (names.downloadCall !== null) await store(names.downloadCall, null)
  }
  const recording = {
    report,
    from: api.title,
    today: api.today,
    screens,
    calls: Object.fromEntries(calls),
  }
  return { recording, mismatches: found }
}

async function recordCall(
  call: RequestUrl,
  list: readonly string[] | null,
  api: ApiClient,
  rows: number,
): Promise<RecordedCall> {
  const response = await api.request(call)
  const { status, contentType: type, fileName, bytes } = response
  const body = parseJson(response)
  const named = fileName === null ? {} : { fileName }
  return body === undefined
    ? { status, type, ...named, size: bytes.length }
    : { status, type, ...named, body: list === null ? body : shorten(body, list, rows) }
}

/** Shortens a body to its first records. */
function shorten(body: unknown, [name, ...path]: readonly string[], rows: number): unknown {
  if (name === undefined) return Array.isArray(body) ? body.slice(0, rows) : body
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, key === name ? shorten(value, path, rows) : value]),
  )
}
