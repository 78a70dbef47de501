import type { Terminal } from '../command.ts'

const STEP = 20_000

/** Tells every so many rows how far a long run has come. */
export function progressOf(terminal: Terminal, what: string): (rows: number) => void {
  let told = 0
  return (rows) => {
    if (rows < told + STEP) return
    told = rows - (rows % STEP)
    terminal.err(`${told.toLocaleString('en')} ${what}`)
  }
}
