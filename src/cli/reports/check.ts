import { z } from 'zod'
import { pointer } from '../../engine/finding.ts'
import { examineFiles } from '../../definitions/examine.ts'
import { findingLine, type PlacedFinding } from '../../definitions/placed-finding.ts'
import { type Command, DONE, FOUND, parseArguments } from '../command.ts'
import { counted } from './counted.ts'
import { chooseFiles, Folder } from './folder.ts'

const Arguments = z.object({
  files: z.array(z.string()),
  dir: Folder,
  format: z.enum(['text', 'json'], { error: 'text or json' }).default('text'),
})
const options = { dir: { type: 'string' }, format: { type: 'string' } } as const

/** Checks definitions without any API: syntax, schema, and every rule past it. */
export const check: Command = {
  usage: '[files] [--dir FOLDER] [--format text|json]',
  summary: 'tells everything that is wrong with the definitions, with its place',
  run: async (args, terminal) => {
    const { files, dir, format } = parseArguments(args, options, Arguments)
    const { all, asked } = chooseFiles(dir, files)
    const findings = examineFiles(all).findings.filter(({ file }) => asked.has(file))
    if (format === 'json') terminal.out(JSON.stringify(asJson(asked.size, findings), null, 2))
    else for (const line of [...findings.map(findingLine), summary(asked.size, findings)]) terminal.out(line)
    return findings.length === 0 ? DONE : FOUND
  },
}

function summary(count: number, findings: readonly PlacedFinding[]): string {
  if (findings.length === 0) return `${counted(count, 'definition')}, nothing found`
  const files = new Set(findings.map(({ file }) => file)).size
  return `${counted(count, 'definition')}, ${counted(findings.length, 'finding')} in ${files}`
}

const asJson = (definitions: number, findings: readonly PlacedFinding[]) => ({
  definitions,
  findings: findings.map(({ file, line, column, path, rule, message }) => ({
    file,
    line,
    column,
    pointer: pointer(path),
    rule,
    message,
  })),
})
