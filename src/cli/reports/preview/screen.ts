import { parseResponse, ResponseError } from '../../../report/response.ts'
import { getDownloadFailure } from '../../../report/download.ts'
import { formatNumber } from '../../../report/format.ts'
import { groupHeaders } from '../../../report/header-groups.ts'
import { resolveLabels } from '../../../report/labels.ts'
import type { Path } from '../../../definition/diagnostic.ts'
import type { ChartType, ReportPlan, Selection } from '../../../report/plan.ts'
import { buildTable, explainBlanks, type ReportTable } from '../../../report/table.ts'
import { type OptionsBySelector, requiredMessage } from '../../../report/selection.ts'
import { formatUrl } from '../api-client.ts'
import { showFormat } from '../diff/compare-reports.ts'
import { listFacts, NOTHING } from '../diff/facts.ts'
import { Html, html } from './page.ts'
import { withGaps, withMany } from '../../../definition/generate-response.ts'
import { compileChart } from '../../../chart/compile/compile-chart.ts'
import { buildExportModel } from '../../../chart/export-model.ts'
import {
  type CompiledChart,
  type CompiledFunction,
  createView,
  setModel,
} from '../../../chart/view/vega-runtime.ts'

/** What a screen is drawn from. */
export interface PreviewInput {
  readonly plan: ReportPlan
  readonly selection: Selection
  readonly options: OptionsBySelector
  readonly today: string
  readonly body: unknown
  /** The response of the year before; null if no column compares with it. */
  readonly previousYear: unknown
  /** Where the records come from, in words. */
  readonly from: string
  /** Where a part of the screen is written: file, line and path. */
  readonly locate: (section: PreviewSection, ...path: Path) => string
}

export type PreviewSection = 'selectors' | 'data' | 'rows' | 'columns' | 'download'

const MANY = 30

/** Draws one screen: selectors, table, charts, names, messages and rarer states. */
export async function renderScreen(input: PreviewInput): Promise<Html> {
  const { plan, selection, options, today, from, locate } = input
  const names = resolveLabels(plan, selection, today, options)
  const charts = await Promise.all(
    plan.chart.types.map(async (type) => {
      const table = buildScreenTable(input, input.body)
      const svg = typeof table === 'string' ? null : await renderChart(table, type, names.chartTitle(type))
      return html`<h3>${names.chartTitle(type)}</h3>
        <p class="quiet">
          Button ${plan.chart.labels[type]}, saved as <code>${names.imageName(type)}.jpg</code>
        </p>
        ${svg === null ? html`<p>No data available for the selected series.</p>` : html`<div class="wide">${new Html(svg)}</div>`}`
    }),
  )
  return html`<h2>${plan.title}</h2>
    <p class="quiet">Portal Location | ${plan.breadcrumb.join(' > ')}</p>
    ${plan.description === null ? html`` : html`<p>${plan.description}</p>`}
    <dl>
      ${plan.selectors.map(
        ({ name, prompt, kind }, index) =>
          html`<dt>${prompt}</dt>
            <dd>
              ${chosenText(options, name, selection[name] ?? '')} <span class="quiet">(${kind})</span>
              ${renderLocation(locate('selectors', index))}
            </dd>`,
      )}
      <dt>Records</dt>
      <dd>${from}, <code>GET ${formatUrl(names.dataCall)}</code> ${renderLocation(locate('data', 'url'))}</dd>
      ${
        plan.download === null
          ? html`<dt>Download</dt>
              <dd>none</dd>`
          : html`<dt>Download</dt>
              <dd>
                <code>${names.workbookName}</code>
                ${
                  names.downloadCall === null
                    ? html`made in the browser`
                    : html`by <code>GET ${formatUrl(names.downloadCall)}</code>`
                }
                ${renderLocation(locate('download'))}
              </dd>`
      }
    </dl>
    <h3>${names.tableTitle}</h3>
    ${renderTable(buildScreenTable(input, input.body))} ${renderDefinition(input)} ${charts}
    <h3>Messages</h3>
    <dl>
      <dt>Nothing chosen</dt>
      <dd>${requiredMessage(plan, {}) ?? ''}</dd>
      <dt>No records</dt>
      <dd>
        ${names.empty}${plan.data.messages.table.empty === null ? '' : `; in the banner: ${plan.data.messages.table.empty}`}
      </dd>
      <dt>No answer</dt>
      <dd>${plan.data.messages.table.unreachable}; for the chart: ${plan.data.messages.chart.unreachable}</dd>
      <dt>Refused without a message</dt>
      <dd>${plan.data.messages.table.rejected}; for the chart: ${plan.data.messages.chart.rejected}</dd>
      <dt>Download failed</dt>
      <dd>${getDownloadFailure(plan, 'the reason')}</dd>
      ${
        plan.chart.hint === null
          ? html``
          : html`<dt>Hint</dt>
              <dd>${plan.chart.hint}</dd>`
      }
    </dl>
    ${await renderRareStates(input)}`
}

/** What the definition says about rows and columns, each with where it is written. */
function renderDefinition({ plan, locate }: PreviewInput): Html {
  const describe = (...facts: Parameters<typeof listFacts>) =>
    [...listFacts(...facts)]
      .filter(([, text]) => text !== NOTHING)
      .map(([words, text]) => `${words}: ${text}`)
      .join('; ')
  return html`<h3>As it is defined</h3>
    <dl>
      <dt>Rows</dt>
      <dd>${describe('screen', { rows: plan.rows }, [])} ${renderLocation(locate('rows'))}</dd>
      ${plan.columns.map(
        (column, index) =>
          html`<dt>Column '${column.label || column.id}'</dt>
            <dd>
              ${describe('column', showFormat(column), ['label'])} ${renderLocation(locate('columns', index))}
            </dd>`,
      )}
    </dl>`
}

const renderLocation = (location: string): Html => html`<span class="location">${location}</span>`

async function renderRareStates(input: PreviewInput): Promise<Html> {
  const { plan } = input
  const gaps = buildScreenTable(input, withGaps(plan, input.body))
  const many = withMany(plan, input.body, MANY)
  const crowded = many === null ? null : buildScreenTable(input, many)
  const drawn =
    crowded === null || typeof crowded === 'string'
      ? null
      : await renderChart(crowded, 'line', 'Many columns')
  return html`<details>
      <summary>Every second record missing</summary>
      ${renderTable(gaps)}
    </details>
    ${
      crowded === null
        ? html``
        : html`<details>
            <summary>${MANY} more columns</summary>
            ${drawn === null ? html`` : new Html(drawn)}${renderTable(crowded)}
          </details>`
    }`
}

function buildScreenTable(
  { plan, selection, previousYear }: PreviewInput,
  body: unknown,
): ReportTable | string {
  try {
    const earlier = previousYear === null ? null : parseResponse(plan, previousYear)
    return buildTable(plan, selection, parseResponse(plan, body), earlier)
  } catch (error) {
    if (error instanceof ResponseError) return error.message
    throw error
  }
}

function renderTable(table: ReportTable | string): Html {
  if (typeof table === 'string') return html`<p>The records do not fit: ${table}</p>`
  const cells = (values: readonly (number | null)[]) =>
    values.map(
      (value, index) =>
        html`<td>${value === null ? '' : formatNumber(value, table.columns[index]?.format)}</td>`,
    )
  return html`<div class="wide">
    <table>
      <thead>
        ${renderGroups(table)}
        <tr>
          <th>${table.keyLabel}</th>
          ${table.columns.map(
            ({ header, label, hidden }) =>
              html`<th>${header?.label ?? label}${hidden ? ' (hidden)' : ''}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${table.rows.map(
          ({ label, values, hasRecord }) =>
            html`<tr class="${hasRecord ? 'some' : 'none'}">
              <td>${label}</td>
              ${cells(values)}
            </tr> `,
        )}
      </tbody>
      ${
        table.total === null
          ? html``
          : html`<tfoot>
              <tr>
                <td>${table.total.label}</td>
                ${cells(table.total.values)}
              </tr>
            </tfoot>`
      }
    </table>
    ${[...table.remarks, ...explainBlanks(table.columns)].map((text) => html`<p class="quiet">${text}</p>`)}
  </div>`
}

function renderGroups({ columns }: ReportTable): Html {
  const groups = groupHeaders(columns)
  if (groups.length === 0) return html``
  return html`<tr>
    <td></td>
    ${groups.map(({ text, count }) =>
      text === null
        ? html`<td colspan="${count}"></td>`
        : html`<th colspan="${count}" scope="colgroup">${text}</th>`,
    )}
  </tr>`
}

const chosenText = (options: OptionsBySelector, name: string, value: string): string =>
  options[name]?.find((option) => option.value === value)?.label ?? value

const WIDTH = 960
const compiled = new Map<ChartType, Promise<CompiledChart>>()

/** The chart that a user would save, as SVG; null where there is nothing to draw. */
async function renderChart(table: ReportTable, type: ChartType, title: string): Promise<string | null> {
  const series = table.series.filter(({ visible }) => visible)
  const model = buildExportModel(table, series, type, title, WIDTH)
  if (model === null) return null
  const chart = compiled.get(type) ?? compile(type)
  compiled.set(type, chart)
  const view = createView(await chart, { renderer: 'none' })
  try {
    setModel(view, model, 'light')
    await view.runAsync()
    return await view.toSVG()
  } finally {
    view.finalize()
  }
}

/** The build leaves the charts' functions as source, for the bundle; here they become a module of their own. */
async function compile(type: ChartType): Promise<CompiledChart> {
  const { dataflow, functions, warnings } = compileChart(type, 'image')
  if (warnings.length > 0) throw new Error(`chart ${type}: ${warnings.join('; ')}`)
  const source = `export default [${functions.join(',\n')}]`
  const module = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as {
    default: readonly CompiledFunction[]
  }
  return { dataflow: dataflow as object, functions: module.default }
}
