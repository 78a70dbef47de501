import './without-eval.ts'
import { type DefinitionText, getTextPath, mergeTexts } from '../../../schemas/api/definitions.ts'
import { selectNeeded } from '../../loading/list-uses.ts'
import { createSpecCheck } from '../../loading/spec-check.ts'
import type { FindSpecIssues } from '../../definition/rules/spec-rules.ts'
import { checkDrafts, type Drafted } from './draft-checks.ts'
import { describe, type Position, suggest } from './suggestions.ts'

/** A request to the worker, whose answer comes through the port of its message. */
export interface TaskMessage {
  readonly task: keyof Tasks
  readonly input: never
}
export type TaskAnswer = { readonly result: unknown } | { readonly error: string }
export type Tasks = typeof tasks

let texts: readonly DefinitionText[] = []
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
  open: async (definitions: readonly DefinitionText[]) => {
    texts = definitions
  },
  /** Checks all definitions, or at first the file at `path` with the files that it needs. */
  check: async ({ drafts, path, isWhole }: CheckTask) => {
    const checked = isWhole ? { texts, drafts } : selectDrafted(drafts, path)
    return checkDrafts(checked, path, await loadSpecCheck(drafts))
  },
  suggest: async (position: Omit<Position, 'texts'>) => suggest({ texts, ...position }),
  describe: async (position: Omit<Position, 'texts'>) => describe({ texts, ...position }),
}

interface CheckTask extends Pick<Drafted, 'drafts'> {
  readonly path: string
  readonly isWhole: boolean
}

/** Selects what a file needs, and all tables, which messages suggest. */
function selectDrafted(drafts: readonly DefinitionText[], path: string): Drafted {
  const needed = new Set(selectNeeded(mergeTexts(texts, drafts), path).map(getTextPath))
  const select = (files: readonly DefinitionText[]) =>
    files.filter(
      (file) => file.kind === 'datasets' || file.kind === 'calendars' || needed.has(getTextPath(file)),
    )
  return { texts: select(texts), drafts: select(drafts) }
}

addEventListener('message', ({ data: { task, input }, ports: [port] }: MessageEvent<TaskMessage>) => {
  const answer = (message: TaskAnswer) => port?.postMessage(message)
  tasks[task](input).then(
    (result) => answer({ result }),
    (error: unknown) => answer({ error: String(error) }),
  )
})
