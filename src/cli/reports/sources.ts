import type { DatasetPlan } from '../../dataset/dataset-plan.ts'
import { parseDocument, type DefinitionFile } from '../../diagnostics/json-document.ts'
import type { LocatedDiagnostic } from '../../diagnostics/diagnostic.ts'
import { getErrorReason } from '../../server/platform/database/errors.ts'
import { createSources, type Sources } from '../../server/data/sources/sources.ts'
import { isSourcedPlan } from '../../server/data/sources/sql.ts'
import { closeAfter, type CommandContext } from '../command.ts'
import { parseDatabaseSettings } from '../database.ts'

/** Opens the sources of the environment. Throws UsageError if a setting is invalid. */
export function openSources(context: CommandContext): Sources {
  const { sources } = parseDatabaseSettings(context)
  return createSources({ ...sources, clock: context.clock, onError: () => undefined })
}

/** Checks in the catalogues of the sources that datasets fit, and warns of accounts that can write. */
export function checkSources(
  context: CommandContext,
  datasets: readonly DatasetPlan[],
  files: readonly DefinitionFile[],
) {
  return closeAfter(openSources(context), async (sources) => {
    const [errors, warnings]: [LocatedDiagnostic[], LocatedDiagnostic[]] = [[], []]
    for (const dataset of datasets.filter(isSourcedPlan)) {
      const file = files.find(({ path }) => path.endsWith(`${dataset.id}.json`))
      const locate = (message: string): LocatedDiagnostic[] =>
        file === undefined
          ? []
          : [parseDocument(file).find({ path: ['source'], rule: 'source-column', message })]
      try {
        const { problems, canWrite } = await sources.check(dataset)
        errors.push(...problems.flatMap(locate))
        const account = `the account of '${dataset.source.connection}' can write; one that can only read is safer`
        if (canWrite) warnings.push(...locate(account))
      } catch (error) {
        errors.push(...locate(`'${dataset.source.connection}' cannot be read: ${getErrorReason(error)}`))
      }
    }
    return { errors, warnings }
  })
}
