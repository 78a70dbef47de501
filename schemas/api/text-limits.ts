/** The error of a text that is too long, to be read after its label. */
export const formatTooLong = (max: number): string => `must have at most ${max} characters`

/** The error of a text that cannot be stored, to be read after its label. */
export const NOT_TEXT = 'contains characters that are not text'

/** Whether every database and reader supports a text: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text)
