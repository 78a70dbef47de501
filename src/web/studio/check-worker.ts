import './without-eval.ts'
import { type DefinitionText, getTextPath, mergeTexts } from '../../../schemas/api/definitions.ts'
import { checkDefinitions, groupTexts } from '../../definition/check-definitions.ts'
import { selectNeeded } from '../../definition/list-uses.ts'
import { createSpecCheck } from '../../definition/rules/spec-check.ts'
import type { FindSpecIssues } from '../../definition/rules/spec-rules.ts'
import type { Report } from '../../report/model/report-plan.ts'
import { checkDrafts, type Drafted } from './draft-checks.ts'
import { describe, suggest } from './suggestions.ts'

/** A request to the worker, and what it answers. */
export interface TaskMessage {
  readonly number: number
  readonly task: keyof Tasks
  readonly input: never
}
export type TaskAnswer = { readonly number: number } & (
  | { readonly result: unknown }
  | { readonly error: string }
)
export type Tasks = typeof tasks

let texts: readonly DefinitionText[] = []
let running: readonly Report[] = []
let specCheck: FindSpecIssues | undefined

/** Loads the check of Vega-Lite specifications with the first definition that has one. */
async function loadSpecCheck(drafts: readonly DefinitionText[]): Promise<FindSpecIssues> {
  if (![...texts, ...drafts].some(({ text }) => text.includes('"vegaLite"'))) return () => []
  if (specCheck !== undefined) return specCheck
  const [{ default: schema }, { findSpecErrors }] = await Promise.all([
    import('vega-lite/vega-lite-schema.json'),
    import('../../chart/view/find-spec-errors.ts'),
  ])
  specCheck = createSpecCheck(schema, findSpecErrors)
  return specCheck
}

const tasks = {
  /** Keeps the definitions that the server runs. */
  open: async (definitions: readonly DefinitionText[]) => {
    texts = definitions
    running = checkDefinitions(groupTexts(texts)).reports
  },
  /** Checks all definitions, or at first the file at `path` with the files that it needs. */
  check: async ({ drafts, path, isWhole }: CheckTask) => {
    const checked = isWhole ? { texts, drafts } : selectDrafted({ texts, drafts }, path)
    return checkDrafts(checked, running, path, await loadSpecCheck(drafts))
  },
  suggest: async (at: FilePosition) => suggest({ texts, ...at }),
  describe: async (at: FilePosition) => describe({ texts, ...at }),
}

interface CheckTask extends Pick<Drafted, 'drafts'> {
  readonly path: string
  readonly isWhole: boolean
}

function selectDrafted({ texts: all, drafts }: Drafted, path: string): Drafted {
  const needed = new Set(selectNeeded(mergeTexts(all, drafts), path).map(getTextPath))
  const select = (files: readonly DefinitionText[]) => files.filter((file) => needed.has(getTextPath(file)))
  return { texts: select(all), drafts: select(drafts) }
}

interface FilePosition {
  readonly drafts: readonly DefinitionText[]
  readonly file: DefinitionText
  readonly offset: number
}

addEventListener('message', ({ data: { number, task, input } }: MessageEvent<TaskMessage>) => {
  const answer = (rest: { readonly result: unknown } | { readonly error: string }) =>
    postMessage({ number, ...rest } satisfies TaskAnswer)
  tasks[task](input).then(
    (result) => answer({ result }),
    (error: unknown) => answer({ error: String(error) }),
  )
})
