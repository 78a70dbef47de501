import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Cancelled } from './command.ts'

/** A terminal's input: what is typed there need not show. */
export interface TypedInput extends NodeJS.ReadableStream {
  readonly isTTY?: boolean
}

/**
 * Asks for a line that does not show while it is typed and is kept nowhere; null where nobody can answer. Throws
 * Cancelled where whoever could goes away (Ctrl+C, Ctrl+D).
 */
export function askHidden(
  question: string,
  input: TypedInput,
  output: NodeJS.WritableStream,
): Promise<string | null> {
  if (input.isTTY !== true) return Promise.resolve(null)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  // The line editor itself puts the terminal into the mode in which it shows nothing of its own.
  const lines = createInterface({ input, output: silent, terminal: true, historySize: 0 })
  output.write(`${question} `)
  return new Promise((resolve, reject) => {
    lines.once('line', (line) => {
      resolve(line)
      lines.close()
    })
    lines.once('SIGINT', () => lines.close())
    lines.once('close', () => {
      output.write('\n')
      // Behind an answer this changes nothing.
      reject(new Cancelled())
    })
  })
}
