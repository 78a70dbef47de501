import { DatasetDefinition } from '../../schemas/dataset/definition.ts'
import { compileDatasets } from '../../src/definition/datasets/compile-dataset.ts'
import type { DatasetPlan } from '../../src/dataset/dataset-plan.ts'
import type { Report } from '../../src/report/model/report-plan.ts'
import type { AppOptions } from '../../src/server/app.ts'
import { buildRecordKey } from '../../src/dataset/record-keys.ts'
import { addRecords } from '../../src/server/data/tables/stored-records.ts'
import { type Measures } from '../../src/dataset/measures.ts'
import { fillDataset } from './questions.ts'
import { createTestUsers, type TestUsers } from './test-users.ts'
import type { Send } from './test-app.ts'

/** A portal that serves datasets of a test, and nothing of the shipped ones. */
export interface Served extends TestUsers {
  readonly datasets: readonly DatasetPlan[]
  /** The calls of somebody who may read and write every dataset. */
  readonly call: Send
  /** Stores figures by key as they are, whatever the definition says of them. */
  readonly store: (
    id: string,
    scope: string,
    records: Readonly<Record<string, Measures>>,
    period?: string,
  ) => Promise<void>
}

/** Compiles definitions as an author writes them; the title is the id where a test needs none. */
const compile = (definitions: readonly unknown[]) =>
  compileDatasets(definitions.map((one) => DatasetDefinition.parse(fillDataset(one))))

function plansOf(...definitions: readonly unknown[]): readonly DatasetPlan[] {
  const { datasets, diagnostics } = compile(definitions)
  if (diagnostics.length > 0) throw new Error(diagnostics.map(({ message }) => message).join('; '))
  return datasets
}

/** What is wrong with definitions: the rule and the path of each diagnostic. */
export function faultsOf(...definitions: readonly unknown[]): string[] {
  const { diagnostics } = compile(definitions)
  return diagnostics.map(({ rule, path }) => `${rule} at ${path.join('.')}`)
}

/** Serves datasets with one report, which opens them all. */
export async function serve(...definitions: readonly unknown[]): Promise<Served> {
  return servePlans(plansOf(...definitions))
}

/** Serves compiled datasets with one report, which opens them all. */
export const servePlans = (datasets: readonly DatasetPlan[], options: Partial<AppOptions> = {}) =>
  serveCompiled(datasets, [reportOf(datasets)], options)

/** Serves datasets whose rows are in other databases. */
export async function serveSources(
  sources: AppOptions['sources'] & object,
  ...definitions: readonly unknown[]
): Promise<Served> {
  return servePlans(plansOf(...definitions), { sources })
}

/** Serves a dataset with these reports, of which only the calls matter. */
export const serveWithReports = (definition: unknown, reports: readonly Report[]): Promise<Served> =>
  serveCompiled(plansOf(definition), reports)

async function serveCompiled(
  datasets: readonly DatasetPlan[],
  reports: readonly Report[],
  options: Partial<AppOptions> = {},
): Promise<Served> {
  const testApp = await createTestUsers({ ...options, datasets, reports })
  const { send } = await testApp.addUserWithRole('chief', [1, 2, 13, 99])
  return {
    ...testApp,
    datasets,
    call: send,
    store: async (id, scope, records) => {
      const dataset = datasets.find((one) => one.id === id)
      if (dataset === undefined) throw new Error(`there is no dataset ${id}`)
      const entries = Object.entries(records).map(([key, measures]) => ({
        ...buildRecordKey(dataset, key),
        measures,
      }))
      await addRecords(testApp.engine.database, dataset, scope, entries, testApp.now())
    },
  }
}

/** As much of a report as opens the calls of the datasets. */
function reportOf(datasets: readonly DatasetPlan[]): Report {
  const calls = (kind: 'years' | 'months') => datasets.flatMap(({ endpoints }) => endpoints[kind]?.url ?? [])
  const options = [...calls('years'), ...calls('months')].map((call) => ({
    kind: 'select',
    name: call,
    options: { url: call, fallback: { fixed: [] } },
  }))
  const served = datasets.flatMap(({ id, endpoints }) =>
    endpoints.list === null ? [] : [{ id, call: endpoints.list.url }],
  )
  const plans = served.map(({ id, call }) => ({
    data: { url: call, binding: [id] },
    download: null,
    selectors: options,
    rows: { key: { label: 'Key', fields: [] }, dimension: null },
    columns: [],
    alerts: [],
  }))
  const menu = { label: 'Call quality', permission: 99, order: 1 }
  return { id: 'call-quality', menu, tabs: null, variants: [], plans } as unknown as Report
}
