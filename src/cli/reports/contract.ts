import { z } from 'zod'
import { compileReportFiles, type CompiledReports } from '../../definition/compile.ts'
import {
  formatDiagnostic,
  sortDiagnostics,
  type LocatedDiagnostic,
} from '../../definition/located-diagnostic.ts'
import type { Selection } from '../../report/plan.ts'
import type { ApiClient } from './api-client.ts'
import { type Command, ExitCode, parseArguments } from '../command.ts'
import { selectFiles, pluralize, Folder } from './folder.ts'
import { verifyScreen } from './verify/screen.ts'
import { API_USAGE, apiArguments, apiOptions, connectToApi, parseSelection } from './api-source.ts'

const Arguments = z.object({ files: z.array(z.string()), dir: Folder, ...apiArguments })
const options = { dir: { type: 'string' }, ...apiOptions } as const

/** Asks an API every call of the definitions and holds the answers against them. */
export const contract: Command = {
  usage: `[files] [--dir FOLDER] ${API_USAGE}`,
  summary: 'asks the API (the embedded one, or the one at URL) each call and checks the answers',
  run: async (args, terminal) => {
    const { files, dir, select, ...target } = parseArguments(args, options, Arguments)
    const { all, asked } = selectFiles(dir, files)
    const examined = compileReportFiles(all)
    if (examined.findings.length > 0) {
      for (const finding of examined.findings) terminal.out(formatDiagnostic(finding))
      terminal.out('skipped API checks: fix the definition errors first')
      return ExitCode.Findings
    }
    const api = await connectToApi(target, dir)
    try {
      const isAsked = (report: string) => asked.has(examined.place({ report, path: [] }, 'id-file', '').file)
      const plans = examined.plans.filter(({ plan }) => isAsked(plan.reportId))
      const held = await verifyAll({ ...examined, plans }, api, parseSelection(select))
      const { findings } = held
      for (const note of held.notes) terminal.out(`note: ${note}`)
      for (const finding of findings) terminal.out(formatDiagnostic(finding))
      const outcome = findings.length === 0 ? 'nothing found' : `${findings.length} found`
      terminal.out(
        `${pluralize(held.screens, 'screen')}, ${pluralize(held.calls, 'call')} against ${api.title}: ${outcome}`,
      )
      return findings.length === 0 ? ExitCode.Ok : ExitCode.Findings
    } finally {
      await api.close()
    }
  },
}

export interface VerificationResult {
  readonly screens: number
  readonly calls: number
  readonly findings: readonly LocatedDiagnostic[]
  readonly notes: readonly string[]
}

/** Holds every screen of sound definitions against an API; equal calls are asked once. */
export async function verifyAll(
  { plans, place }: Pick<CompiledReports, 'plans' | 'place'>,
  api: ApiClient,
  asked: Selection,
): Promise<VerificationResult> {
  const answers = new Map<string, ReturnType<ApiClient['request']>>()
  const once: ApiClient = {
    ...api,
    request: (call) => {
      const key = JSON.stringify(call)
      const answer = answers.get(key) ?? api.request(call)
      answers.set(key, answer)
      return answer
    },
  }
  const findings = new Map<string, LocatedDiagnostic>()
  const notes: string[] = []
  for (const placed of plans) {
    const held = await verifyScreen(placed, once, asked)
    notes.push(...held.notes)
    for (const { origin, rule, message } of held.faults) {
      const finding = place(origin, rule, message)
      findings.set(formatDiagnostic(finding), finding)
    }
  }
  return {
    screens: plans.length,
    calls: answers.size,
    findings: sortDiagnostics([...findings.values()]),
    notes,
  }
}
