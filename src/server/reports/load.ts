import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ReportDefinition } from '../../../schemas/report-definition.ts'
import { compileReports } from '../../engine/plan.ts'
import type { Report } from '../../engine/report-plan.ts'

/** Reads and compiles every definition of a folder, in the order of the menu. Throws with the file at fault. */
export function loadReports(folder: string): readonly Report[] {
  const files = namesIn(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
  return compileReports(files.map((name) => readDefinition(join(folder, name))))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    throw new Error(`the report definitions cannot be read from ${folder}; set REPORTS_DIR to their folder`, {
      cause: error,
    })
  }
}

function readDefinition(file: string): ReportDefinition {
  try {
    return ReportDefinition.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new Error(`${file} is no report definition:\n${reason}`, { cause: error })
  }
}
