import { verifyAll } from '../../src/cli/reports/contract.ts'
import { type Recording, recordedApi } from '../../src/cli/reports/recording.ts'
import { compileReportFiles } from '../../src/definition/compile.ts'
import type { DefinitionFile } from '../../src/definition/json-document.ts'
import type { LocatedDiagnostic } from '../../src/definition/located-diagnostic.ts'
import { reportText } from '../reports/report-text.ts'
import type { Mutant } from './mutant.ts'

export type Proof = 'check' | 'contract' | 'tests'

/** Who caught a mutant and where it points; null where nobody did. */
export interface Verdict {
  readonly by: Proof | null
  readonly place: string
  /** Whether it points at what was changed, or right around it. */
  readonly isNear: boolean
}

export interface Subject {
  readonly id: string
  readonly path: string
  readonly others: readonly DefinitionFile[]
  readonly recording: Recording
  readonly golden: string
}

/** Holds a mutant against the three proofs in the order in which an author meets them. */
export async function judge(subject: Subject, mutant: Mutant): Promise<Verdict> {
  const file = { path: subject.path, content: mutant.bytes }
  const examined = compileReportFiles([...subject.others, file])
  const own = examined.findings.filter((finding) => finding.file === subject.path)
  const found = own[0] ?? examined.findings[0]
  if (found !== undefined) return caught('check', found, own, mutant)
  const plans = examined.plans.filter(({ plan }) => plan.reportId === subject.id)
  const selection = Object.values(subject.recording.screens)[0] ?? {}
  const held = await verifyAll({ ...examined, plans }, recordedApi(subject.recording), selection)
  const fault = held.findings[0]
  if (fault !== undefined) return caught('contract', fault, held.findings, mutant)
  const difference = goldenDifference(subject, examined.reports)
  return difference === null
    ? { by: null, place: '', isNear: false }
    : { by: 'tests', place: difference, isNear: true }
}

function caught(
  by: Proof,
  first: LocatedDiagnostic,
  all: readonly LocatedDiagnostic[],
  mutant: Mutant,
): Verdict {
  const isNear = all.some(({ path }) => related(path.map(String), mutant.path.map(String)))
  return {
    by,
    place: `${first.file}:${first.line}:${first.column}`,
    isNear: isNear || mutant.path.length === 0,
  }
}

/** Whether one path leads to the other, or to its neighbour in the same object. */
function related(found: readonly string[], mutated: readonly string[]): boolean {
  const around = mutated.slice(0, -1)
  const isWithin = around.every((step, index) => found[index] === step)
  return isWithin || found.every((step, index) => mutated[index] === step)
}

function goldenDifference(
  { id, golden, recording }: Subject,
  reports: ReturnType<typeof compileReportFiles>['reports'],
): string | null {
  const report = reports.find((one) => one.id === id)
  if (report === undefined) return `tests/reports/recorded/${id}.json:1`
  try {
    const text = reportText(report, recording).split('\n')
    const line = golden.split('\n').findIndex((kept, index) => kept !== text[index])
    return line < 0 ? null : `tests/reports/goldens/${id}.txt:${line + 1}`
  } catch {
    return `tests/reports/recorded/${id}.json:1`
  }
}
