import { z } from 'zod'
import { compileReportFiles, type CompiledReports } from '../../definition/compile.ts'
import { formatDiagnostic, sortDiagnostics, type LocatedDiagnostic } from '../../definition/diagnostic.ts'
import type { Selection } from '../../report/plan.ts'
import {
  API_USAGE,
  apiArguments,
  type ApiClient,
  apiOptions,
  connectToApi,
  parseSelection,
  sendOnce,
} from './api-client.ts'
import { type Command, ExitCode, parseArguments } from '../command.ts'
import { selectFiles, pluralize, Folder } from './folder.ts'
import { verifyScreen } from './verify/screen.ts'

const Arguments = z.object({ files: z.array(z.string()), dir: Folder, ...apiArguments })
const options = { dir: { type: 'string' }, ...apiOptions } as const

/** Sends every call of the definitions to an API and verifies the responses. */
export const contract: Command = {
  usage: `[files] [--dir FOLDER] ${API_USAGE}`,
  summary: 'sends each call to the API (the embedded one, or the one at URL) and checks the responses',
  run: async (args, terminal) => {
    const { files, dir, select, ...target } = parseArguments(args, options, Arguments)
    const { all, selected } = selectFiles(dir, files)
    const compiled = compileReportFiles(all)
    if (compiled.diagnostics.length > 0) {
      for (const diagnostic of compiled.diagnostics) terminal.out(formatDiagnostic(diagnostic))
      terminal.out('skipped API checks: fix the definition errors first')
      return ExitCode.Errors
    }
    const api = await connectToApi(target, dir)
    try {
      const isSelected = (report: string) =>
        selected.has(compiled.locate({ report, path: [] }, 'id-file', '').file)
      const plans = compiled.plans.filter(({ plan }) => isSelected(plan.reportId))
      const result = await verifyAll({ ...compiled, plans }, api, parseSelection(select))
      const { diagnostics } = result
      for (const warning of result.warnings) terminal.out(`warning: ${warning}`)
      for (const diagnostic of diagnostics) terminal.out(formatDiagnostic(diagnostic))
      const outcome = diagnostics.length === 0 ? 'nothing found' : `${diagnostics.length} found`
      terminal.out(
        `${pluralize(result.screens, 'screen')}, ${pluralize(result.calls, 'call')} against ${api.title}: ${outcome}`,
      )
      return diagnostics.length === 0 ? ExitCode.Ok : ExitCode.Errors
    } finally {
      await api.close()
    }
  },
}

export interface VerificationResult {
  readonly screens: number
  readonly calls: number
  readonly diagnostics: readonly LocatedDiagnostic[]
  readonly warnings: readonly string[]
}

/** Verifies every screen of valid definitions against an API; equal calls are sent once. */
export async function verifyAll(
  { plans, locate }: Pick<CompiledReports, 'plans' | 'locate'>,
  api: ApiClient,
  selection: Selection,
): Promise<VerificationResult> {
  const once = sendOnce(api)
  const diagnostics = new Map<string, LocatedDiagnostic>()
  const warnings: string[] = []
  for (const plan of plans) {
    const result = await verifyScreen(plan, once, selection)
    warnings.push(...result.warnings)
    for (const { origin, rule, message } of result.mismatches) {
      const diagnostic = locate(origin, rule, message)
      diagnostics.set(formatDiagnostic(diagnostic), diagnostic)
    }
  }
  return {
    screens: plans.length,
    calls: once.countCalls(),
    diagnostics: sortDiagnostics([...diagnostics.values()]),
    warnings,
  }
}
