import './without-eval.ts'
import type { DefinitionText } from '../../../schemas/api/definitions.ts'
import { checkDefinitions, groupTexts } from '../../definition/check-definitions.ts'
import { createSpecCheck } from '../../definition/rules/spec-check.ts'
import type { FindSpecIssues } from '../../definition/rules/spec-rules.ts'
import type { Report } from '../../report/model/report-plan.ts'
import { checkDrafts } from './draft-checks.ts'
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
  check: async ({ drafts, path }: { readonly drafts: readonly DefinitionText[]; readonly path: string }) =>
    checkDrafts({ texts, drafts }, running, path, await loadSpecCheck(drafts)),
  suggest: async (at: FilePosition) => suggest({ texts, ...at }),
  describe: async (at: FilePosition) => describe({ texts, ...at }),
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
