import { z } from 'zod'
import { buildExportModel, buildStandaloneSpec } from '../../chart/export-model.ts'
import { specifyChart } from '../../chart/model.ts'
import { describeUnknown } from '../../diagnostics/diagnostic.ts'
import { parseRequestUrl } from '../../report/model/template.ts'
import { closeAfter, type Command, CommandError, parseArguments, UsageError } from '../command.ts'
import { loadUsableDefinitions } from '../database.ts'
import { API_USAGE, apiArguments, connectToApi, parseSelection, sendOnce } from './api-client.ts'
import { Folder, inFolders } from './folder.ts'
import { loadTable } from './load-table.ts'

const Arguments = z.object({
  files: z.tuple([z.string()], { error: 'expected the id of a report' }),
  dir: Folder,
  type: z.string().optional(),
  ...apiArguments,
})

/** In px. */
const WIDTH = 1_000

export const chart: Command = {
  usage: `<report>[/<tab>][/<variant>] [--type bar] [--dir FOLDER] ${API_USAGE}`,
  summary: 'prints a chart as a Vega-Lite specification with its data, as the Vega editor draws it',
  run: async (args, terminal, context) => {
    const { files, dir, select, type: wanted, ...target } = parseArguments(args, Arguments)
    const { reports } = loadUsableDefinitions(inFolders(context, dir, target['datasets-dir']), terminal)
    const plans = reports.flatMap((report) => report.plans)
    const plan = plans.find(({ key, reportId }) => key === files[0] || reportId === files[0])
    if (plan === undefined) {
      throw new UsageError(describeUnknown('report', files[0], new Set(plans.map(({ key }) => key))))
    }
    const { types } = plan.chart
    if (types.length === 0) {
      throw new CommandError(
        `'${plan.key}' has no chart: rows of two things and an empty chart.types have none`,
      )
    }
    const type = types.find((offered) => offered === (wanted ?? types[0]))
    if (type === undefined) throw new UsageError(describeUnknown('chart', wanted ?? '', types))
    const chosen = parseSelection(select, [plan])
    await closeAfter(await connectToApi(target, dir), async (api) => {
      const { request } = sendOnce(api)
      const read = async (call: string): Promise<string> => {
        const { status, bytes } = await request(parseRequestUrl(call))
        if (status !== 200) throw new CommandError(`GET ${call} returned ${status}`)
        return new TextDecoder().decode(bytes)
      }
      const { table, labels } = await loadTable(plan, chosen, api.today, read)
      const [series, title] = [table.series.filter(({ visible }) => visible), labels.chartTitle(type)]
      const model = buildExportModel(table, series, type, title, WIDTH)
      if (model === null) throw new CommandError('the chart has nothing to draw')
      const spec = buildStandaloneSpec(
        specifyChart(table, type, { title, width: model.plotArea.width }),
        model,
      )
      terminal.out(JSON.stringify(spec, null, 2))
    })
  },
}
