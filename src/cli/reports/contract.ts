import { z } from 'zod'
import type { CompiledReports } from '../../definition/compile.ts'
import { formatDiagnostic, sortDiagnostics, type LocatedDiagnostic } from '../../diagnostics/diagnostic.ts'
import type { Selection } from '../../report/model/report-plan.ts'
import {
  API_USAGE,
  apiArguments,
  type ApiClient,
  connectToApi,
  parseSelection,
  sendOnce,
} from './api-client.ts'
import { closeAfter, type Command, CommandError, formatProgram, parseArguments } from '../command.ts'
import { compileReports, selectFiles, pluralize, Folder } from './folder.ts'
import { FORMAT_USAGE, FormatArgument, printResult } from './results.ts'
import { isWarning } from './verify/request.ts'
import { verifyScreen } from './verify/screen.ts'

const Arguments = z.object({
  files: z.array(z.string()),
  dir: Folder,
  format: FormatArgument,
  ...apiArguments,
})
export const contract: Command = {
  usage: `[files] [--dir FOLDER] ${API_USAGE} ${FORMAT_USAGE}`,
  summary: 'sends each call to the API (the embedded one, or the one at URL) and checks the responses',
  run: async (args, terminal) => {
    const { files, dir, select, format, ...target } = parseArguments(args, Arguments)
    const { all, selected } = selectFiles(dir, files)
    const compiled = compileReports(all, target['datasets-dir'])
    if (compiled.diagnostics.length > 0)
      throw new CommandError(`fix the definition errors first: ${formatProgram('reports')} check`)
    return closeAfter(await connectToApi(target, dir), async (api) => {
      const isSelected = (report: string) =>
        selected.has(compiled.locate({ report, path: [], rule: 'id-file', message: '' }).file)
      const plans = compiled.plans.filter(({ plan }) => isSelected(plan.reportId))
      const selectable = plans.map(({ plan }) => plan)
      const chosen = parseSelection(select, selectable)
      const verified = await verifyAll({ ...compiled, plans }, api, chosen, true)
      const { screens, calls, diagnostics: errors, warnings } = verified
      const findings = [
        errors.length === 0 ? 'nothing found' : `${errors.length} found`,
        ...(warnings.length === 0 ? [] : [pluralize(warnings.length, 'warning')]),
      ]
      const checked = `${pluralize(screens, 'screen')}, ${pluralize(calls, 'call')} against ${api.title}`
      const result = { counts: { screens, calls, api: api.title }, errors, warnings }
      return printResult(format, result, `${checked}: ${findings.join(', ')}`, terminal)
    })
  },
}

/** Verifies every screen of valid definitions against an API, `everyOption` or one; equal calls are sent once. */
export async function verifyAll(
  { plans, locate }: Pick<CompiledReports, 'plans' | 'locate'>,
  api: ApiClient,
  selection: Selection,
  everyOption = false,
) {
  const once = sendOnce(api)
  const diagnostics = new Map<string, LocatedDiagnostic>()
  const warnings: LocatedDiagnostic[] = []
  for (const plan of plans) {
    const result = await verifyScreen(plan, once, selection, everyOption)
    for (const finding of result.findings) {
      const { report, path } = finding.origin
      const diagnostic = locate({ report, path, rule: finding.rule, message: finding.message })
      if (isWarning(finding)) warnings.push(diagnostic)
      else diagnostics.set(formatDiagnostic(diagnostic), diagnostic)
    }
  }
  return {
    screens: plans.length,
    calls: once.countCalls(),
    diagnostics: sortDiagnostics([...diagnostics.values()]),
    warnings,
  }
}
