import { z } from 'zod'
import { examineFiles, type Examined } from '../../definition/compile.ts'
import { findingLine, inOrder, type PlacedFinding } from '../../definition/located-diagnostic.ts'
import type { Selection } from '../../report/plan.ts'
import type { Api } from './api-client.ts'
import { type Command, DONE, FOUND, parseArguments } from '../command.ts'
import { chooseFiles, counted, Folder } from './folder.ts'
import { holdScreen } from './verify/screen.ts'
import { API_USAGE, apiArguments, apiOptions, openApi, selectionOf } from './api-source.ts'

const Arguments = z.object({ files: z.array(z.string()), dir: Folder, ...apiArguments })
const options = { dir: { type: 'string' }, ...apiOptions } as const

/** Asks an API every call of the definitions and holds the answers against them. */
export const contract: Command = {
  usage: `[files] [--dir FOLDER] ${API_USAGE}`,
  summary: 'asks the API (the embedded one, or the one at URL) each call and checks the answers',
  run: async (args, terminal) => {
    const { files, dir, select, ...target } = parseArguments(args, options, Arguments)
    const { all, asked } = chooseFiles(dir, files)
    const examined = examineFiles(all)
    if (examined.findings.length > 0) {
      for (const finding of examined.findings) terminal.out(findingLine(finding))
      terminal.out('no API was asked: mend the definitions first')
      return FOUND
    }
    const api = await openApi(target, dir)
    try {
      const isAsked = (report: string) => asked.has(examined.place({ report, path: [] }, 'id-file', '').file)
      const plans = examined.plans.filter(({ plan }) => isAsked(plan.reportId))
      const held = await holdAll({ ...examined, plans }, api, selectionOf(select))
      const { findings } = held
      for (const note of held.notes) terminal.out(`note: ${note}`)
      for (const finding of findings) terminal.out(findingLine(finding))
      const outcome = findings.length === 0 ? 'nothing found' : `${findings.length} found`
      terminal.out(
        `${counted(held.screens, 'screen')}, ${counted(held.calls, 'call')} against ${api.title}: ${outcome}`,
      )
      return findings.length === 0 ? DONE : FOUND
    } finally {
      await api.close()
    }
  },
}

export interface HeldAll {
  readonly screens: number
  readonly calls: number
  readonly findings: readonly PlacedFinding[]
  readonly notes: readonly string[]
}

/** Holds every screen of sound definitions against an API; equal calls are asked once. */
export async function holdAll(
  { plans, place }: Pick<Examined, 'plans' | 'place'>,
  api: Api,
  asked: Selection,
): Promise<HeldAll> {
  const answers = new Map<string, ReturnType<Api['ask']>>()
  const once: Api = {
    ...api,
    ask: (call) => {
      const key = JSON.stringify(call)
      const answer = answers.get(key) ?? api.ask(call)
      answers.set(key, answer)
      return answer
    },
  }
  const findings = new Map<string, PlacedFinding>()
  const notes: string[] = []
  for (const placed of plans) {
    const held = await holdScreen(placed, once, asked)
    notes.push(...held.notes)
    for (const { origin, rule, message } of held.faults) {
      const finding = place(origin, rule, message)
      findings.set(findingLine(finding), finding)
    }
  }
  return { screens: plans.length, calls: answers.size, findings: inOrder([...findings.values()]), notes }
}
