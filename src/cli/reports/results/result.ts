import { z } from 'zod'
import type { LocatedDiagnostic } from '../../../definition/diagnostic.ts'

/** What `check` or `contract` found. */
export interface CheckResult {
  readonly command: 'check' | 'contract'
  /** The paths of all files that were checked, whether something was found in them or not. */
  readonly files: readonly string[]
  /** How much was checked, such as the number of definitions; part of the JSON output. */
  readonly counts: Readonly<Record<string, number | string>>
  readonly errors: readonly LocatedDiagnostic[]
  /** Printed, without an effect on the exit code. */
  readonly warnings: readonly LocatedDiagnostic[]
}

const formatNames = ['text', 'json', 'sarif'] as const

/** The output formats of a command: lines for people, or one document for other programs. */
export const FormatArgument = z.enum(formatNames, { error: 'text, json or sarif' }).default('text')

export const FORMAT_USAGE = `[--format ${formatNames.join('|')}]`

/** Replaces lone surrogates, which neither UTF-8 nor many readers of JSON accept. */
export const toWellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')
