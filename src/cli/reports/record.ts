import { mkdirSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { compileReportFiles } from '../../definition/compile.ts'
import { formatDiagnostic } from '../../definition/located-diagnostic.ts'
import { suggest } from '../../definition/diagnostic.ts'
import type { PlanWithSource } from '../../definition/sections.ts'
import { type RequestUrl, parseRequestUrl } from '../../report/template.ts'
import { resolveLabels } from '../../report/labels.ts'
import type { Selection } from '../../report/plan.ts'
import { formatUrl, type ApiClient, parseJson } from './api-client.ts'
import { type Command, ExitCode, parseArguments, UsageError } from '../command.ts'
import { selectFiles, pluralize, Folder } from './folder.ts'
import type { Mismatch } from './verify/mismatch.ts'
import { verifyScreen } from './verify/screen.ts'
import { API_USAGE, apiArguments, apiOptions, connectToApi, parseSelection } from './api-source.ts'
import { type RecordedCall, type Recording, recordingPath } from './recording.ts'

const Arguments = z.object({
  files: z.array(z.string()),
  dir: Folder,
  out: z.string().min(1).optional(),
  rows: z.coerce.number('a number of records').int().min(1).max(1000).default(6),
  ...apiArguments,
})
const options = {
  dir: { type: 'string' },
  out: { type: 'string' },
  rows: { type: 'string' },
  ...apiOptions,
} as const

/** Keeps answers of an API to every call of a report, shortened, for the tests and the preview; none that do not fit. */
export const createRecord = (recordingsDir: string): Command => ({
  usage: `[ids] [--dir FOLDER] [--out FOLDER] [--rows 6] ${API_USAGE}`,
  summary: 'keeps an answer of the API for the tests of a report, of every report without an id',
  run: async (args, terminal) => {
    const {
      files: ids,
      dir,
      out = recordingsDir,
      rows,
      select,
      ...target
    } = parseArguments(args, options, Arguments)
    const { reports, plans, findings, place } = compileReportFiles(selectFiles(dir, []).all)
    if (findings.length > 0) {
      for (const finding of findings) terminal.out(formatDiagnostic(finding))
      return ExitCode.Findings
    }
    const known = reports.map(({ id }) => id)
    const unknown = ids.find((id) => !known.includes(id))
    if (unknown !== undefined) throw new UsageError(`no definition '${unknown}'${suggest(unknown, known)}`)
    const api = await connectToApi(target, dir)
    let code: number = ExitCode.Ok
    try {
      for (const report of ids.length > 0 ? ids : known) {
        const screens = plans.filter(({ plan }) => plan.reportId === report)
        const { recording, faults } = await recordReport(report, screens, api, parseSelection(select), rows)
        if (faults.length > 0) {
          const lines = faults.map(({ origin, rule, message }) =>
            formatDiagnostic(place(origin, rule, message)),
          )
          for (const line of new Set(lines)) terminal.out(line)
          terminal.out(`${report}: not recorded, because its answers do not fit`)
          code = ExitCode.Findings
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
  asked: Selection,
  rows: number,
): Promise<{ readonly recording: Recording; readonly faults: readonly Mismatch[] }> {
  const calls = new Map<string, RecordedCall>()
  const found: Mismatch[] = []
  const screens: Record<string, Selection> = {}
  for (const placed of plans) {
    const { plan } = placed
    const keep = async (call: RequestUrl, list: readonly string[] | null) => {
      calls.set(formatUrl(call), await recordCall(call, list, api, rows))
    }
    const { selection, faults } = await verifyScreen(placed, api, asked)
    found.push(...faults)
    const names = resolveLabels(plan, selection, api.today)
    screens[plan.key] = selection
    for (const { options } of plan.selectors) {
      if ('url' in options) await keep(parseRequestUrl(options.url), null)
    }
    await keep(names.dataCall, plan.data.recordsPath)
    if (plan.download !== null) await keep(names.downloadCall, null)
  }
  const recording = {
    report,
    from: api.title,
    today: api.today,
    screens,
    calls: Object.fromEntries(calls),
  }
  return { recording, faults: found }
}

async function recordCall(
  call: RequestUrl,
  list: readonly string[] | null,
  api: ApiClient,
  rows: number,
): Promise<RecordedCall> {
  const answer = await api.request(call)
  const { status, contentType: type, fileName, bytes } = answer
  const body = parseJson(answer)
  const named = fileName === null ? {} : { fileName }
  return body === undefined
    ? { status, type, ...named, size: bytes.length }
    : { status, type, ...named, body: list === null ? body : shortened(body, list, rows) }
}

/** A body whose records end after the first few. */
function shortened(body: unknown, [name, ...path]: readonly string[], rows: number): unknown {
  if (name === undefined) return Array.isArray(body) ? body.slice(0, rows) : body
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, key === name ? shortened(value, path, rows) : value]),
  )
}
