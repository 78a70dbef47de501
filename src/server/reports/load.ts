import { relative } from 'node:path'
import { examineFiles } from '../../definitions/examine.ts'
import type { DefinitionFile } from '../../definitions/json-document.ts'
import { findingLine, type PlacedFinding } from '../../definitions/placed-finding.ts'
import { readFolder } from '../../definitions/read-files.ts'
import type { Report } from '../../engine/report-plan.ts'

/** Definitions that cannot be used; the message is every finding with its place, a line each. */
export class UnusableDefinitions extends Error {
  override readonly name = 'UnusableDefinitions'
  readonly findings: readonly PlacedFinding[]

  constructor(folder: string, findings: readonly PlacedFinding[]) {
    super(`the definitions in ${folder} cannot be used:\n${findings.map(findingLine).join('\n')}`)
    this.findings = findings
  }
}

/** Reads and compiles every definition of a folder, in the order of the menu. Throws with every finding. */
export function loadReports(folder: string): readonly Report[] {
  const { reports, findings } = examineFiles(filesOf(folder))
  if (findings.length > 0) throw new UnusableDefinitions(folder, findings)
  return reports
}

function filesOf(folder: string): DefinitionFile[] {
  try {
    // Paths as the author types them, where the folder is below the one that the process runs in.
    const near = relative(process.cwd(), folder)
    return readFolder(near === '' || near.startsWith('..') ? folder : near)
  } catch (error) {
    throw new Error(`the report definitions cannot be read from ${folder}; set REPORTS_DIR to their folder`, {
      cause: error,
    })
  }
}
