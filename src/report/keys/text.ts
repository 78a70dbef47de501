import type { KeyKind } from './key-kind.ts'

/** Rows are names, in the order of the response. */
export const text: KeyKind<'text'> = {
  expected: 'a text',
  parse: (value) =>
    typeof value === 'string' || typeof value === 'number'
      ? { key: String(value), year: null, month: null }
      : null,
  format: (_, key) => key,
  dateFormat: () => null,
  isSorted: false,
  listAll: () => [],
}
