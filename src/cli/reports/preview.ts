import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { compileReportFiles, type CompiledReports } from '../../definition/compile.ts'
import { childRef, formatDiagnostic, formatPath } from '../../definition/diagnostic.ts'
import { fallbackOptions, fixedOptions, parseOptions } from '../../report/selectors.ts'
import type { Report, ReportPlan } from '../../report/plan.ts'
import type { OptionsBySelector } from '../../report/selection.ts'
import { resolveLabels } from '../../report/labels.ts'
import { formatUrl } from './api-client.ts'
import { type Command, ExitCode, parseArguments } from '../command.ts'
import { selectOptions } from './verify/screen.ts'
import { Folder, requireFolder, selectFiles } from './folder.ts'
import { type Html, html, renderPage } from './preview/page.ts'
import { generateResponse } from '../../definition/generate-response.ts'
import type { PreviewInput } from './preview/screen.ts'
import { readRecording, type Recording } from './recording.ts'

const Arguments = z.object({
  files: z.array(z.string()),
  dir: Folder,
  out: z.string({ error: 'a folder to write to' }).min(1),
  recorded: z.string().min(1).optional(),
})
const options = {
  dir: { type: 'string' },
  out: { type: 'string' },
  recorded: { type: 'string' },
} as const

/** Draws reports as pages for a reviewer, without a server or a browser. */
export const createPreview = (recordingsDir: string): Command => ({
  usage: '[files] --out FOLDER [--dir FOLDER] [--recorded FOLDER]',
  summary: 'draws each report as a page: table, charts, texts, rare states, and where each part is written',
  run: async (args, terminal) => {
    const { files, dir, out, recorded = recordingsDir } = parseArguments(args, options, Arguments)
    const { all, selected } = selectFiles(dir, files)
    if (existsSync(out)) requireFolder(out)
    const compiled = compileReportFiles(all)
    if (compiled.diagnostics.length > 0) {
      for (const diagnostic of compiled.diagnostics) terminal.out(formatDiagnostic(diagnostic))
      return ExitCode.Errors
    }
    const reports = compiled.reports.filter((report) => isSelected(report, compiled, selected))
    mkdirSync(out, { recursive: true })
    for (const report of reports) {
      const path = join(out, `${report.id}.html`)
      writeFileSync(path, await reportPage(report, compiled, readRecording(recorded, report.id)))
      terminal.out(path)
    }
    const links = reports.map(({ id, menu }) => html`<li><a href="${id}.html">${menu.label}</a></li>`)
    writeFileSync(
      join(out, 'index.html'),
      renderPage(
        'Reports',
        html`<h1>Reports</h1>
          <ul>
            ${links}
          </ul>`,
      ),
    )
    return ExitCode.Ok
  },
})

const isSelected = ({ id }: Report, { locate }: CompiledReports, selected: ReadonlySet<string>): boolean =>
  selected.has(locate({ report: id, path: [] }, 'id-file', '').file)

async function reportPage(
  report: Report,
  compiled: CompiledReports,
  recording: Recording | null,
): Promise<string> {
  // Loaded on demand: the compiler of charts is slow to load, and no other command uses it.
  const { renderScreen } = await import('./preview/screen.ts')
  const sections: Html[] = []
  for (const plan of report.plans) {
    const locate = createLocator(compiled, plan)
    sections.push(await renderScreen({ ...buildInput(plan, recording), locate }))
  }
  const { label, permission } = report.menu
  return renderPage(
    label,
    html`<h1>${label}</h1>
      <p class="quiet">${report.path}, opened by permission ${permission}; menu Reports &gt; ${label}</p>
      ${sections}`,
  )
}

/** Finds where the parts of a screen are written, which may be another definition. */
function createLocator({ plans, locate }: CompiledReports, plan: ReportPlan): PreviewInput['locate'] {
  const origins = plans.find((one) => one.plan.key === plan.key)?.origins
  return (section, ...path) => {
    const origin = origins?.[section]
    if (!origin) return ''
    const found = locate(childRef(origin, ...path), 'id-file', '')
    return `${found.file}:${found.line} ${formatPath(found.path)}`
  }
}

/** Builds the input of a screen from the recorded response, or else from a generated one. */
function buildInput(plan: ReportPlan, recording: Recording | null): Omit<PreviewInput, 'locate'> {
  const today = recording?.today ?? '2025-06-30'
  const lists = buildOptions(plan, recording, Number(today.slice(0, 4)))
  const recorded = recording?.screens[plan.key]
  const selection = recorded ?? selectOptions(plan, new Map(Object.entries(lists)), {})
  const address = formatUrl(resolveLabels(plan, selection, today, lists).dataCall)
  const call = recording?.calls[address]
  const [body, from] =
    call === undefined || recording === null
      ? [generateResponse(plan, selection), 'made up']
      : [call.body, `recorded from ${recording.from}`]
  return { plan, selection, options: lists, today, body, from }
}

function buildOptions(plan: ReportPlan, recording: Recording | null, year: number): OptionsBySelector {
  const requested = plan.selectors.flatMap(({ name, label, options }) => {
    if (!('url' in options)) return []
    const response = recording?.calls[options.url]
    const offered =
      response === undefined ? fallbackOptions(options, year) : parseOptions(options, response.body, year)
    const madeUp = [{ value: 'EXAMPLE', label: `A ${label}` }]
    return [[name, offered.length > 0 ? offered : madeUp] as const]
  })
  return { ...fixedOptions(plan.selectors), ...Object.fromEntries(requested) }
}
