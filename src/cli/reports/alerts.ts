import { z } from 'zod'
import { type AlertReplay, AlertReplayList } from '../../../schemas/api/alert.ts'
import { describeUnknown } from '../../diagnostics/diagnostic.ts'
import { type Command, CommandError, parseArguments, UsageError } from '../command.ts'
import { loadDefinitions } from '../database.ts'
import { apiArguments, connectToApi, formatUrl, parseJson } from './api-client.ts'
import { Folder } from './folder.ts'

const Arguments = z.object({
  files: z.tuple([z.string()], { error: 'expected the id of a report' }),
  dir: Folder,
  replay: z
    .string()
    .regex(/^([1-9]|[1-4]\d|5[0-3])w$/, 'weeks, 1w to 53w')
    .default('12w'),
  url: apiArguments.url,
  token: apiArguments.token,
  'datasets-dir': apiArguments['datasets-dir'],
})

export const alerts: Command = {
  usage:
    '<report> [--replay 12w] [--dir FOLDER] [--url URL (its token in API_TOKEN) | --datasets-dir FOLDER]',
  summary: 'says how often the alerts of a report would have fired over some weeks, and when',
  run: async (args, terminal) => {
    const { files, dir, replay, ...target } = parseArguments(args, Arguments)
    const [id] = files
    const environment = { ...process.env, REPORTS_DIR: dir, DATASETS_DIR: target['datasets-dir'] }
    const { reports } = loadDefinitions({ environment, root: '.' })
    const report = reports.find((one) => one.id === id)
    if (report === undefined) {
      throw new UsageError(describeUnknown('report', id, new Set(reports.map((one) => one.id))))
    }
    if (report.plans.every((plan) => plan.alerts.length === 0)) {
      throw new UsageError(`the report '${id}' has no alerts`)
    }
    const api = await connectToApi(target, dir)
    try {
      const call = { path: '/v1/alerts/replay', query: { report: id, weeks: replay.slice(0, -1) } }
      const response = await api.request(call)
      if (response.status !== 200) {
        throw new CommandError(`GET ${formatUrl(call)} returned ${response.status}`)
      }
      const { records } = AlertReplayList.parse(parseJson(response))
      for (const line of records.flatMap(formatReplay)) terminal.out(line)
    } finally {
      await api.close()
    }
  },
}

/** `Voice was below 99.5%: 2 times in 84 evaluations, 2025-04-08 to 2025-06-30`, with a line for each time and row. */
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
