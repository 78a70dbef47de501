import { createInterface } from 'node:readline/promises'
import type { Terminal } from './reports/command.ts'
import { runReports } from './reports/run.ts'

const terminal: Terminal = {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  ask: async (question) => {
    if (!process.stdin.isTTY) return null
    const lines = createInterface({ input: process.stdin, output: process.stderr })
    const answer = await lines.question(`${question} `)
    lines.close()
    return answer
  },
}

process.exitCode = await runReports(process.argv.slice(2), terminal)
