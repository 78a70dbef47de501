import { z } from 'zod'
import { OptionError } from '../../server/data/imports/import-options.ts'
import { UsageError, type Terminal } from '../command.ts'
import { flagValues } from '../../reading/evidence.ts'
import { formatColumnLetter, listOpen, type Question, sanitize } from '../../reading/errors.ts'

/** The choices about a file: `--read dates=DD/MM/YYYY --read blank=NA`. */
export const ReadOptions = z.array(z.string()).default([])

/** Parses options of an import. Throws UsageError for those that are wrong. */
export function parseAsUsage<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw error instanceof OptionError ? new UsageError(error.message) : error
  }
}

/** Formats where a question is: `row 3, column "Minutes" (B): `; nothing for one about the whole file. */
export const formatPlace = ({ row, location: { heading, index } }: Question): string =>
  heading === '' ? '' : `row ${row}, column "${sanitize(heading)}" (${formatColumnLetter(index)}): `

/** Asks the person at the terminal for one of some options; null without a person, or after an empty line. */
export async function askOption<T>(
  { ask, out }: Terminal,
  description: string,
  options: readonly { readonly value: T; readonly meaning: string }[],
): Promise<T | null> {
  if (ask === undefined) return null
  out(`${description} can be read in ${options.length} ways:`)
  for (const [index, { meaning }] of options.entries()) out(`  ${index + 1}  ${meaning}`)
  for (;;) {
    const answer = (await ask(`Choose 1 to ${options.length}, or nothing to stop: `)).trim()
    const chosen = options[Number(answer) - 1]
    if (chosen !== undefined) return chosen.value
    if (answer === '') return null
  }
}

/** Asks for each choice about a file. Returns the answers as `--read` writes them; none if one is missing. */
export async function askChoices(terminal: Terminal, questions: readonly Question[]): Promise<string[]> {
  const answers: string[] = []
  for (const question of listOpen(questions)) {
    const value = await askOption(terminal, formatPlace(question) + question.found, question.options)
    if (value === null) return []
    answers.push(`${question.key}=${flagValues[value] ?? value}`)
  }
  return answers
}
