import { DatasetDefinition } from '../../schemas/dataset/definition.ts'
import { chooseReportSchema } from '../../schemas/report/definition.ts'
import { compileReportSet } from '../../src/definition/compile.ts'
import type { DatasetPlan } from '../../src/dataset/dataset-plan.ts'
import {
  compileDatasets,
  compileQuestion as compileAsked,
} from '../../src/definition/datasets/compile-dataset.ts'
import type { DerivedDataset } from '../../src/definition/datasets/derived.ts'
import { expandQuestion } from '../../src/definition/questions/expand-question.ts'
import { type Diagnostic, formatPath } from '../../src/diagnostics/diagnostic.ts'

/** Datasets that questions of tests ask: days, hours, and names of a month. */
export const definitions = [
  {
    id: 'calls',
    title: 'Calls',
    time: { kind: 'date', field: 'day' },
    dimensions: [
      { id: 'way', field: 'way', values: ['IN', 'OUT'] },
      { id: 'site', field: 'place', values: ['NORTH', 'SOUTH', 'WEST'] },
    ],
    measures: [{ field: 'minutes' }, { field: 'calls', label: 'Answered calls', decimals: 0 }],
    texts: [{ field: 'remark' }],
  },
  {
    id: 'load',
    title: 'Load',
    time: { kind: 'quarter-hour', field: 'at' },
    measures: [{ field: 'busy' }],
  },
  {
    id: 'carriers',
    title: 'Carriers',
    time: { kind: 'month' },
    dimensions: [{ field: 'carrier' }, { id: 'way', field: 'way', values: ['IN', 'OUT'] }],
    measures: [{ field: 'minutes' }],
  },
  {
    id: 'rates',
    title: 'Rates',
    time: { kind: 'date', inForce: true },
    dimensions: [
      { id: 'way', values: ['IN', 'OUT'] },
      { id: 'zone', values: ['NORTH', 'EAST'] },
    ],
    measures: [{ field: 'rate' }],
  },
] as const

/** A question of a test: as little as a report needs. */
const question = (changes: Readonly<Record<string, unknown>> = {}) => ({
  id: 'asked',
  title: 'Asked',
  menu: { label: 'Asked', permission: 99, order: 9 },
  selectors: [{ kind: 'year' }, { kind: 'month' }],
  data: { dataset: 'calls' },
  rows: { by: ['way'] },
  columns: ['minutes'],
  ...changes,
})

/** A dataset of a test, whose title is its id where a test needs none. */
export const fillDataset = (written: unknown) => ({
  title: Object(written).id,
  endpoints: {},
  ...Object(written),
})

export const compileSources = (written: readonly unknown[] = definitions) =>
  compileDatasets(written.map((one) => DatasetDefinition.parse(fillDataset(one)))).datasets

/** Compiles a dataset that is computed from another one, as reports ask it. Throws an error with what is wrong. */
export const derive = (
  source: DatasetPlan | undefined,
  changes: Partial<DerivedDataset> & Pick<DerivedDataset, 'id' | 'measures'>,
): DatasetPlan => {
  if (source === undefined) throw new Error('there is no source')
  const written = {
    title: changes.id,
    where: {},
    grain: null,
    cycles: [],
    chosen: [],
    texts: [],
    samples: [],
    dimensions: [],
    endpoints: {},
  }
  const definition = { ...written, ...changes }
  const rows = {
    by: [...definition.dimensions, ...definition.cycles],
    grain: definition.grain,
    hasForecast: false,
  }
  return compileAsked({ ...definition, rows }, source, [], (path, _, message) => {
    throw new Error(`${formatPath(path)}: ${message}`)
  })
}

const parseReport = (written: unknown) => chooseReportSchema(written).parse(written)

/** Compiles a question without a chart, unless one is written. Throws an error with every diagnostic. */
export function compileQuestion(changes: Readonly<Record<string, unknown>>, sources = compileSources()) {
  const {
    reports,
    datasets: asked,
    diagnostics,
  } = compileReportSet([parseReport(question({ chart: { types: [] }, ...changes }))], [], undefined, sources)
  const [plan] = reports[0]?.plans ?? []
  const [dataset] = asked
  if (plan === undefined || dataset === undefined) {
    throw new Error(diagnostics.map(({ path, message }) => `${formatPath(path)}: ${message}`).join('\n'))
  }
  return { report: reports[0], plan, dataset }
}

/** Rewrites a question. */
export function expand(changes: Readonly<Record<string, unknown>>, sources = compileSources()) {
  const errors: string[] = []
  const expanded = expandQuestion(parseReport(question(changes)), sources, (diagnostic) =>
    errors.push(formatError(diagnostic)),
  )
  return { ...expanded, errors }
}

/** What is wrong with a question: the place, the index in an expression, the message and the rule of each error. */
export const diagnoseQuestion = (
  changes: Readonly<Record<string, unknown>>,
  sources = compileSources(),
): string[] =>
  compileReportSet([parseReport(question(changes))], [], undefined, sources).diagnostics.map(formatError)

/** Writes a diagnostic with its place, and its index in an expression. */
export const formatError = ({ path, message, rule, index }: Diagnostic): string =>
  `${formatPath(path)}${index === undefined ? '' : ` at ${index}`}: ${message} [${rule}]`
