import { verifyAll } from '../../src/cli/reports/contract.ts'
import { type Recording, recordedApi } from '../../src/cli/reports/recording.ts'
import { compileReportFiles } from '../../src/definition/compile.ts'
import type { DefinitionFile } from '../../src/definition/json-document.ts'
import type { LocatedDiagnostic } from '../../src/definition/diagnostic.ts'
import { reportText } from '../reports/report-text.ts'
import type { Mutant } from './mutant.ts'

export type Stage = 'check' | 'contract' | 'tests'

/** The stage that killed a mutant and the location that it reports; null if the mutant survived. */
export interface Outcome {
  readonly killedBy: Stage | null
  readonly location: string
  /** Whether the location is the changed value or a neighbour of it. */
  readonly isNear: boolean
}

export interface Subject {
  readonly id: string
  readonly path: string
  readonly others: readonly DefinitionFile[]
  readonly recording: Recording
  readonly golden: string
}

/** Runs the three stages on a mutant, in the order in which an author meets them. */
export async function runMutant(subject: Subject, mutant: Mutant): Promise<Outcome> {
  const file = { path: subject.path, content: mutant.bytes }
  const examined = compileReportFiles([...subject.others, file])
  const own = examined.diagnostics.filter((diagnostic) => diagnostic.file === subject.path)
  const found = own[0] ?? examined.diagnostics[0]
  if (found !== undefined) return describeKill('check', found, own, mutant)
  const plans = examined.plans.filter(({ plan }) => plan.reportId === subject.id)
  const selection = Object.values(subject.recording.screens)[0] ?? {}
  const verified = await verifyAll({ ...examined, plans }, recordedApi(subject.recording), selection)
  const fault = verified.diagnostics[0]
  if (fault !== undefined) return describeKill('contract', fault, verified.diagnostics, mutant)
  const difference = findGoldenDifference(subject, examined.reports)
  return difference === null
    ? { killedBy: null, location: '', isNear: false }
    : { killedBy: 'tests', location: difference, isNear: true }
}

function describeKill(
  killedBy: Stage,
  first: LocatedDiagnostic,
  all: readonly LocatedDiagnostic[],
  mutant: Mutant,
): Outcome {
  const isNear = all.some(({ path }) => isRelated(path.map(String), mutant.path.map(String)))
  return {
    killedBy,
    location: `${first.file}:${first.line}:${first.column}`,
    isNear: isNear || mutant.path.length === 0,
  }
}

/** Whether one path contains the other, or is its neighbour in the same object. */
function isRelated(found: readonly string[], mutated: readonly string[]): boolean {
  const around = mutated.slice(0, -1)
  const isWithin = around.every((step, index) => found[index] === step)
  return isWithin || found.every((step, index) => mutated[index] === step)
}

function findGoldenDifference(
  { id, golden, recording }: Subject,
  reports: ReturnType<typeof compileReportFiles>['reports'],
): string | null {
  const report = reports.find((one) => one.id === id)
  if (report === undefined) return `tests/reports/recorded/${id}.json:1`
  try {
    const text = reportText(report, recording).split('\n')
    const line = golden.split('\n').findIndex((expected, index) => expected !== text[index])
    return line < 0 ? null : `tests/reports/goldens/${id}.txt:${line + 1}`
  } catch {
    return `tests/reports/recorded/${id}.json:1`
  }
}
