export type FieldError = 'required' | 'invalid' | 'tooLong'

/** Names the errors of a form by field, with one message for all of them; null if the form is valid. */
export type FormErrors<Field extends string> = {
  readonly message: string | null
  readonly fields: Readonly<Partial<Record<Field, FieldError>>>
}

/**
 * Formats the one message of a form, such as `[User ID, Role] is required , Login IP is invalid value or format` or
 * `Email Id is invalid value or format`. Returns null if there is no error. Missing fields are always in brackets, invalid ones if there are several.
 */
export function formatFormErrors(required: readonly string[], invalid: readonly string[]): string | null {
  const parts: string[] = []
  if (required.length > 0) parts.push(`[${required.join(', ')}] is required`)
  if (invalid.length > 0) {
    const named = invalid.length === 1 ? invalid.join('') : `[${invalid.join(', ')}]`
    parts.push(`${named} is invalid value or format`)
  }
  return parts.length === 0 ? null : parts.join(' , ')
}

/** Says whether a text counts as missing. */
export function isBlank(text: string): boolean {
  return text.trim() === ''
}
