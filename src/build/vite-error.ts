import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ErrorPayload } from 'vite'
import { formatDiagnostic, type LocatedDiagnostic } from '../definition/diagnostic.ts'

const CONTEXT_LINES = 2

/** Diagnostics for the overlay of the development server: all messages, and the lines around the first. */
export function viteError(diagnostics: readonly LocatedDiagnostic[]): ErrorPayload {
  const [first] = diagnostics
  return {
    type: 'error',
    err: {
      message: `${diagnostics.map(formatDiagnostic).join('\n\n')}\n\nThe last good version stays in use.`,
      stack: '',
      plugin: 'reports',
      ...(first === undefined
        ? {}
        : {
            id: first.file,
            loc: { file: resolve(first.file), line: first.line, column: first.column },
            frame: formatFrame(first),
          }),
    },
  }
}

function formatFrame({ file, line, column }: LocatedDiagnostic): string {
  const lines = readLines(file)
  const from = Math.max(1, line - CONTEXT_LINES)
  return lines
    .slice(from - 1, line + CONTEXT_LINES)
    .flatMap((text, index) => {
      const number = from + index
      const shown = `${String(number).padStart(4)} | ${text}`
      return number === line ? [shown, `${' '.repeat(4)} | ${' '.repeat(column - 1)}^`] : [shown]
    })
    .join('\n')
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}
