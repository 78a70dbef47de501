import type { DatasetPlan } from '../../../src/definition/datasets/dataset-plan.ts'
import { listAuditEvents } from '../../../src/server/audit/repository.ts'
import { readMonths, readRecords, readYears } from '../../../src/server/datasets/read.ts'
import { explainReads, hasFullScan } from '../../support/explain.ts'
import type { OwnPortal } from '../portal/own-portal.ts'
import { buildScope, listScopeValues } from './records.ts'

/** Prints the plan of every kind of read, and which of them scan a whole table. */
export async function explainPlans(
  portal: OwnPortal,
  datasets: readonly DatasetPlan[],
  { lastYear }: { readonly firstYear: number; readonly lastYear: number },
): Promise<void> {
  const handle = portal.open()
  const plans = new Map<string, string>()
  const scans: string[] = []
  const explain = async (what: string, read: Parameters<typeof explainReads>[1]) => {
    for (const { plan } of await explainReads(handle, read)) {
      plans.set(plan.replaceAll(/\(cost.*?\)/g, ''), what)
      const scanned = ['dataset_records', 'dataset_names'].find((table) => hasFullScan(plan, table))
      if (scanned !== undefined) scans.push(`${what}: ${scanned}`)
    }
  }
  for (const dataset of datasets) {
    const [values = []] = listScopeValues(dataset)
    const scopes = [buildScope(values)]
    await explain(`${dataset.id} month`, (db) =>
      readRecords(db, { dataset, scopes, year: lastYear, month: 3 }),
    )
    await explain(`${dataset.id} year`, (db) => readRecords(db, { dataset, scopes, year: lastYear }))
    await explain(`${dataset.id} years`, (db) => readYears(db, [dataset]))
    await explain(`${dataset.id} months`, (db) => readMonths(db, [dataset]))
  }
  for (const page of [0, 1_000]) {
    await explain(`history page ${page}`, (db) =>
      listAuditEvents(db, { includesReserved: true }, { page, size: 25 }),
    )
  }
  await handle.close()
  for (const [plan, what] of plans) {
    const accesses = plan.split('\n').filter((line) => /\bScan\b|^SCAN|^SEARCH/.test(line))
    console.log(`plan of ${what}: ${[...new Set(accesses.map(trimAccess))].join('; ')}`)
  }
  console.log(
    scans.length === 0 ? 'no read of a dataset scans a whole table' : `whole tables: ${scans.join(', ')}`,
  )
}

const trimAccess = (line: string): string => line.replace(/^\s*(?:->)?\s*/, '').trim()
