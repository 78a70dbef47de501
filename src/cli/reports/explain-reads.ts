import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { z } from 'zod'
import { buildSampleRequests, listBound } from '../../dataset/sample-requests.ts'
import { buildRoutes } from '../../dataset/routes.ts'
import type { SelectorPlan } from '../../report/model/report-plan.ts'
import { renderUrl } from '../../report/model/template.ts'
import { listMultiple, selectionValues } from '../../report/selection/selection.ts'
import { formatToday } from '../../time/calendar.ts'
import { createReadCall } from '../../server/data/reports/read-call.ts'
import { getErrorReason } from '../../server/platform/database/errors.ts'
import type { Tables } from '../../server/platform/database/tables.ts'
import type { SourceReads, Sources } from '../../server/data/sources/sources.ts'
import { closeAfter, type Command, ExitCode, parseArguments, type Terminal, UsageError } from '../command.ts'
import { loadUsableDefinitions } from '../database.ts'
import { parseSelection } from './api-client.ts'
import { DatasetsFolder, Folder, inFolders } from './folder.ts'
import { openSources } from './sources.ts'

const Arguments = z.object({
  files: z.tuple([z.string()], { error: 'expected the id of a report' }),
  dir: Folder,
  'datasets-dir': DatasetsFolder,
  select: z.string().optional(),
})

/** The portal's own records are not read: it answers that there are none. */
const nothing = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

export const explainReads: Command = {
  usage: '<report> [--select year=2025,month=3] [--dir FOLDER] [--datasets-dir FOLDER]',
  summary:
    'says what computed columns are, and shows the statements by which a report reads other databases, and what these plan to do',
  run: async (args, terminal, context) => {
    const { files, dir, select, 'datasets-dir': folder } = parseArguments(args, Arguments)
    const { reports, datasets } = loadUsableDefinitions(inFolders(context, dir, folder), terminal)
    const report = reports.find(({ id }) => id === files[0])
    if (report === undefined) {
      throw new UsageError(`no report '${files[0]}'; there are ${reports.map(({ id }) => id).join(', ')}`)
    }
    const chosen = parseSelection(select, report.plans)
    return closeAfter(openSources(context), async (sources) => {
      const routes = buildRoutes(datasets)
      const read = createReadCall(datasets, record(sources, terminal))
      for (const plan of report.plans) {
        const sample = buildSampleRequests(plan, routes)[0]
        const pick = ({ name, required }: SelectorPlan) =>
          // Nobody knows a value of these: without a choice, all are read.
          !required && sample?.open.has(name) ? '' : (sample?.values.get(name) ?? '')
        const selection = Object.fromEntries(
          plan.selectors.map((selector) => [selector.name, chosen[selector.name] ?? pick(selector)]),
        )
        const values = selectionValues(plan, selection, formatToday(new Date(), 'utc'))
        const [url, period = ''] = [
          renderUrl(plan.data.url, values, listMultiple(plan)),
          values.get('period'),
        ]
        const bound = listBound(datasets, plan)
        const asked = bound.flatMap(({ from }) => from?.sources ?? [])
        for (const { label, words } of plan.columns) {
          if (words !== null) terminal.out(`${label}: ${words}`)
        }
        if (bound.length === 0) {
          terminal.out(`GET ${plan.data.url}: no dataset serves it, so another API answers`)
          continue
        }
        // The call of a question follows from what it reads.
        const call = asked.length === 0 ? `GET ${url}` : `reads ${asked.map(({ id }) => id).join(', ')}`
        terminal.out(`${call}${period === '' ? '' : `: ${period}`}`)
        await read(nothing, url)
      }
      return ExitCode.Ok
    }).catch((error: unknown) => {
      terminal.err(getErrorReason(error))
      return ExitCode.Errors
    })
  },
}

/** Prints each statement instead of reading its rows. */
function record(sources: Sources, terminal: Terminal): Sources {
  const reads: SourceReads = {
    run: async (dataset, build) => {
      const { sql, parameters, plan } = await sources.explain(dataset, build)
      terminal.out(`${dataset.id} from ${dataset.source.connection}:`)
      const lines = [sql.replaceAll(/\s+/g, ' '), `parameters: ${JSON.stringify(parameters)}`, ...plan]
      for (const line of lines) terminal.out(`  ${line}`)
      return []
    },
    getAge: () => null,
  }
  return { ...sources, start: () => reads }
}
