import { z } from 'zod'
import type { DatasetPlan } from '../../dataset/dataset-plan.ts'
import { type ImportContext, undoImport, UndoError } from '../../server/data/imports/import-service.ts'
import type { ListedImport } from '../../../schemas/api/import-calls.ts'
import { listImports } from '../../server/data/imports/stored-imports.ts'
import type { Connection } from '../../server/platform/database/handle.ts'
import { withTransaction } from '../../server/platform/database/transaction.ts'
import { type Command, type CommandContext, ExitCode, noArguments, parseArguments } from '../command.ts'
import { loadUsableDefinitions, readStored, withDatabase } from '../database.ts'
import { getCommandAuthor, storeCommandEvent } from '../history.ts'

const expected = 'expected one number of those that `imports` lists'
const Arguments = z.object({
  files: z.tuple([z.coerce.number(expected).int(expected).min(1, expected)], { error: expected }),
})

/** Creates what an import of a command is stored with. */
export const createImportContext = (
  db: Connection,
  context: CommandContext,
  { title: subject }: Pick<DatasetPlan, 'title'>,
): ImportContext => ({
  author: getCommandAuthor(),
  now: context.clock(),
  recordEvent: (event, details) => storeCommandEvent(db, context, event, ['dataset', subject], details),
})

export const undoCommand: Command = {
  usage: '<number>',
  summary: 'undoes an import, unless its records were changed since (`imports` lists the numbers)',
  run: async (args, terminal, context) => {
    const [number] = parseArguments(args, Arguments).files
    const { datasets } = loadUsableDefinitions(context, terminal)
    try {
      const undone = await withDatabase(context, (database) =>
        withTransaction(database, (transaction) =>
          undoImport(transaction, datasets, number, (dataset) =>
            createImportContext(transaction, context, dataset),
          ),
        ),
      )
      terminal.out(`undone: ${formatImport(undone)}`)
      return ExitCode.Ok
    } catch (error) {
      if (!(error instanceof UndoError)) throw error
      terminal.out(`${error.message}; nothing was undone`)
      return ExitCode.Errors
    }
  },
}

export const importsCommand: Command = {
  usage: '',
  summary: 'lists the last imports with their numbers, the latest first',
  run: async (args, terminal, context) => {
    parseArguments(args, z.object({ files: noArguments }))
    const { records } = await readStored(context, (db) => listImports(db, { page: 0, size: 100 }))
    for (const stored of records) {
      const undone = stored.undoneAt === null ? [] : [`undone ${stored.undoneAt} by ${stored.undoneBy}`]
      const parts = [formatImport(stored), ...stored.choices, `SHA-256 ${stored.hash}`, ...undone]
      terminal.out(parts.join('; '))
    }
  },
}

const formatImport = ({ id, dataset, file, added, replaced, removed, author, at }: ListedImport): string =>
  `import ${id}, ${dataset} from ${file}: ${added} added, ${replaced} replaced, ${removed} removed (${at}, ${author})`
