import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { compileReportFiles, type CompiledReports } from '../../definition/compile.ts'
import { childRef, formatDiagnostic, formatPath } from '../../definition/diagnostic.ts'
import { usesPreviousYear } from '../../report/columns/index.ts'
import { resolveOptions } from '../../report/options.ts'
import type { Option, Report, ReportPlan, Selection } from '../../report/plan.ts'
import { getPreviousYear } from '../../report/selectors.ts'
import type { OptionsBySelector } from '../../report/selection.ts'
import { resolveLabels } from '../../report/labels.ts'
import { parseRequestUrl } from '../../report/template.ts'
import { formatUrl } from './api-client.ts'
import { type Command, ExitCode, parseArguments } from '../command.ts'
import { chooseOption } from './verify/screen.ts'
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
    sections.push(await renderScreen({ ...(await buildInput(plan, recording)), locate }))
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
async function buildInput(
  plan: ReportPlan,
  recording: Recording | null,
): Promise<Omit<PreviewInput, 'locate'>> {
  const today = recording?.today ?? '2025-06-30'
  const { options: lists, selection } = await chooseOptions(plan, recording, Number(today.slice(0, 4)))
  const find = (of: Selection) =>
    recording?.calls[formatUrl(resolveLabels(plan, of, today, lists).dataCall)]?.body
  const found = find(selection)
  const [body, from] =
    found === undefined || recording === null
      ? [generateResponse(plan, selection), 'made up']
      : [found, `recorded from ${recording.from}`]
  const earlier = getPreviousYear(plan, selection)
  const previousYear = usesPreviousYear(plan) ? (find(earlier) ?? generateResponse(plan, earlier)) : null
  return { plan, selection, options: lists, today, body, previousYear, from }
}

/** The options and the selection of a screen: as recorded, or else what a user would find, with a value for each. */
async function chooseOptions(
  plan: ReportPlan,
  recording: Recording | null,
  year: number,
): Promise<{ readonly options: OptionsBySelector; readonly selection: Selection }> {
  const fetchBody = (url: string) => {
    const call = recording?.calls[formatUrl(parseRequestUrl(url))]
    return call === undefined ? Promise.reject(new Error('not recorded')) : Promise.resolve(call.body)
  }
  const recorded = recording?.screens[plan.key]
  let selection = recorded ?? {}
  const options: Record<string, readonly Option[]> = {}
  for (const selector of plan.selectors) {
    const { name, label } = selector
    const found = (await resolveOptions(plan, selection, fetchBody, year)).options[name] ?? []
    options[name] = found.length > 0 ? found : [{ value: 'EXAMPLE', label: `A ${label}` }]
    selection = { ...selection, [name]: recorded?.[name] ?? chooseOption(selector, options[name]) }
  }
  return { options, selection }
}
