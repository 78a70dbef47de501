import { z } from 'zod'

/** Text of at most `max` characters that every store and reader can hold: no NUL, no half of a surrogate pair. */
export function boundedText(max: number) {
  return z
    .string()
    .max(max)
    .refine(
      (text) => !text.includes('\0') && !/\p{Surrogate}/u.test(text),
      'holds characters that are not text',
    )
}
