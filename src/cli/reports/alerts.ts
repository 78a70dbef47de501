import { z } from 'zod'
import { type AlertReplay, AlertReplayList } from '../../../schemas/api/alert.ts'
import { describeUnknown } from '../../diagnostics/diagnostic.ts'
import type { Definitions } from '../../server/data/imports/import-target.ts'
import { createReadCall } from '../../server/data/reports/read-call.ts'
import { replayAlerts } from '../../server/delivery/alerts/replay.ts'
import { listAlerts } from '../../server/delivery/alerts/own-alerts.ts'
import {
  closeAfter,
  type Command,
  type CommandContext,
  CommandError,
  parseArguments,
  UsageError,
} from '../command.ts'
import { loadUsableDefinitions, withDatabase } from '../database.ts'
import { connectToApi, formatUrl, parseJson } from './api-client.ts'
import { DatasetsFolder, Folder, inFolders } from './folder.ts'
import { openSources } from './sources.ts'

const Arguments = z.object({
  files: z.tuple([z.string()], { error: 'expected the id of a report' }),
  dir: Folder,
  replay: z
    .string()
    .regex(/^([1-9]|[1-4]\d|5[0-3])w$/, 'weeks, 1w to 53w')
    .default('12w'),
  'datasets-dir': DatasetsFolder,
})

export const alerts: Command = {
  usage: '<report> [--replay 12w] [--dir FOLDER] [--datasets-dir FOLDER]',
  summary: 'says how often the alerts of a report would have fired over some weeks, and when',
  run: async (args, terminal, given) => {
    const { files, dir, replay, 'datasets-dir': datasets } = parseArguments(args, Arguments)
    const [id] = files
    const context = inFolders(given, dir, datasets)
    const definitions = loadUsableDefinitions(context, terminal)
    const { reports } = definitions
    const report = reports.find((candidate) => candidate.id === id)
    if (report === undefined) {
      throw new UsageError(describeUnknown('report', id, new Set(reports.map(({ id: name }) => name))))
    }
    if (report.plans.every((plan) => plan.alerts.length === 0)) {
      throw new UsageError(`the report '${id}' has no alerts`)
    }
    const weeks = Number(replay.slice(0, -1))
    const isStored = Boolean(given.environment['DATA_DIR'] || given.environment['DATABASE_URL'])
    const { title, replays } = isStored
      ? await replayStored(context, definitions, id, weeks)
      : await replayDemo(dir, datasets, id, weeks)
    for (const line of [`Evaluated against ${title}`, ...replays.flatMap(formatReplay)]) terminal.out(line)
  },
}

/** Evaluates the alerts of a report on the records of the database that the environment names. */
function replayStored(
  context: CommandContext,
  { reports, datasets }: Definitions,
  id: string,
  weeks: number,
) {
  const alerts = listAlerts(reports).filter(({ report }) => report.id === id)
  return closeAfter(openSources(context), (sources) =>
    withDatabase(context, async (database, location) => {
      const read = createReadCall(datasets, sources, reports)
      const replays = await replayAlerts(database, read, alerts, weeks, context.clock())
      return { title: `the records in ${location}`, replays }
    }),
  )
}

async function replayDemo(dir: string, datasets: string, id: string, weeks: number) {
  const call = { path: '/v1/alerts/replay', query: { report: id, weeks: String(weeks) } }
  const api = await connectToApi({ 'datasets-dir': datasets }, dir)
  const response = await closeAfter(api, ({ request }) => request(call))
  if (response.status !== 200) throw new CommandError(`GET ${formatUrl(call)} returned ${response.status}`)
  const { records: replays } = AlertReplayList.parse(parseJson(response))
  return { title: 'demo records; DATA_DIR or DATABASE_URL name the records of a database', replays }
}

/** Formats `Voice was below 99.5%: 2 times in 84 evaluations, 2025-04-08 to 2025-06-30`, then each time and row. */
function formatReplay({ title, days, steps, episodes, hint }: AlertReplay): readonly string[] {
  if (days === null) return [`${title}: no records`]
  const times = ['never', 'once'][episodes.length] ?? `${episodes.length} times`
  return [
    `${title}: ${times} in ${steps} evaluations, ${days.first} to ${days.last}`,
    ...(hint === '' ? [] : [`  ${hint}`]),
    ...episodes.flatMap(({ began, ended, rows, hiddenRows }) => [
      `  ${began}${ended === null ? ', and still fires' : ` until ${ended}`}`,
      ...rows.map((row) => `    ${[row.label, row.subject, row.text].filter(Boolean).join(', ')}`),
      ...(hiddenRows > 0 ? [`    and ${hiddenRows} more`] : []),
    ]),
  ]
}
