import { type FieldError, formatFormErrors, type FormErrors } from './forms.ts'

const formatTooLong = (max: number): string => `must have at most ${max} characters`

/** The error of a text that cannot be stored, to be read after its label. */
export const NOT_TEXT = 'contains characters that are not text'

/** Says whether every database and reader supports a text: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text)

/** Lists the fields of a form in the order of its message, each with its label and the length of its longest text. */
export type FormFields<Field extends string> = Readonly<
  Record<Field, { readonly label: string; readonly max: number }>
>

type FormRules<Field extends string> = {
  readonly fields: FormFields<Field>
  /** The values that the user can change. */
  readonly form: Readonly<Partial<Record<NoInfer<Field>, unknown>>>
  /** Finds missing and malformed fields. */
  readonly findError: (field: NoInfer<Field>) => FieldError | null
  /** The error of a new name, to be read after its label; null if it is valid. */
  readonly nameError?: { readonly field: NoInfer<Field>; readonly text: string } | null
}

/**
 * Validates a form. Missing and malformed fields are reported first, then the rule for new names, then texts that the
 * schema of the request rejects because of their length or characters.
 */
export function validateForm<Field extends string>({
  fields,
  form,
  findError,
  nameError = null,
}: FormRules<Field>): FormErrors<Field> {
  const names = Object.keys(fields) as Field[]
  const errors: Partial<Record<Field, FieldError>> = {}
  for (const field of names) {
    const error = findError(field)
    if (error !== null) errors[field] = error
  }
  const listLabels = (kind: FieldError) =>
    names.filter((field) => errors[field] === kind).map((field) => fields[field].label)
  const message = formatFormErrors(listLabels('required'), listLabels('invalid'))
  if (message !== null) return { message, fields: errors }
  if (nameError !== null) {
    const { field, text } = nameError
    return { message: `${fields[field].label} ${text}`, fields: { ...errors, [field]: 'invalid' } }
  }
  const sentences: string[] = []
  for (const field of names) {
    const value = form[field]
    const { label, max } = fields[field]
    if (typeof value !== 'string' || (value.length <= max && isStorable(value))) continue
    errors[field] = value.length > max ? 'tooLong' : 'invalid'
    sentences.push(`${label} ${value.length > max ? formatTooLong(max) : NOT_TEXT}`)
  }
  return { message: sentences.length === 0 ? null : sentences.join(' , '), fields: errors }
}
