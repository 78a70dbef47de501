import { readdirSync, rmSync } from 'node:fs'
import { compileReportFiles } from '../../src/definition/compile.ts'
import { readFolder } from '../../src/definition/read-definitions.ts'
import { manyReports } from './many-reports.ts'

const COUNT = 100
const ROUNDS = 5

/** Milliseconds to read and check 100 definitions from disk: the first time, and the median of five more. */
export function timeCheck(): { readonly first: number; readonly median: number } {
  const shipped = readdirSync('reports').filter((name) => name.endsWith('.json')).length
  const folder = manyReports('reports', 'daily-local-exchange-traffic', shipped, COUNT)
  const round = () => {
    const started = performance.now()
    const { reports, diagnostics } = compileReportFiles(readFolder(folder))
    if (reports.length !== COUNT) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
    return performance.now() - started
  }
  const first = round()
  const more = Array.from({ length: ROUNDS }, round).toSorted((a, b) => a - b)
  rmSync(folder, { recursive: true })
  return { first, median: more[Math.floor(ROUNDS / 2)] ?? first }
}

if (process.argv[1]?.endsWith('definitions.ts')) {
  const { first, median } = timeCheck()
  console.log(`${COUNT} definitions checked: first ${first.toFixed(0)} ms, median ${median.toFixed(0)} ms`)
}
