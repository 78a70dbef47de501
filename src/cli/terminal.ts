import { createInterface } from 'node:readline/promises'
import type { Terminal } from './command.ts'

/** The terminal of this process: results on its output, questions and complaints beside it. */
export const processTerminal: Terminal = {
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
