import { z } from 'zod'
import { OptionError } from '../../server/data/imports/import-options.ts'
import { UsageError } from '../command.ts'

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
