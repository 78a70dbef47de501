import * as z from 'zod/mini'
import { isStorable, NOT_TEXT } from './text-limits.ts'

/** Text of at most `max` characters that every database and reader supports. */
export function boundedText(max: number) {
  return z.string().check(z.maxLength(max), z.refine(isStorable, { error: NOT_TEXT }))
}

/** Text that matches a pattern; the message follows the name of the field. */
export function patternText(pattern: RegExp, message?: string) {
  return z.string().check(z.regex(pattern, message))
}

/** A whole number within limits. */
export function wholeNumber(min: number, max: number) {
  return z.int().check(z.minimum(min), z.maximum(max))
}
