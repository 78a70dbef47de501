import type { OwnAlertForm } from '../../../../schemas/api/own-alert.ts'

interface OwnCondition extends Pick<OwnAlertForm, 'against' | 'operator'> {
  readonly id: string
  readonly words: string
  /** What the reader writes: a value, a change in per cent, or nothing. */
  readonly limit: 'value' | 'change' | null
}

/** What an alert can wait for, in the order of the list. */
export const ownConditions: readonly OwnCondition[] = [
  { id: 'below', words: 'below', against: 'value', operator: '<', limit: 'value' },
  { id: 'above', words: 'above', against: 'value', operator: '>', limit: 'value' },
  {
    id: 'fallen',
    words: 'less than in the period before by more than',
    against: 'previous',
    operator: '<',
    limit: 'change',
  },
  {
    id: 'risen',
    words: 'more than in the period before by more than',
    against: 'previous',
    operator: '>',
    limit: 'change',
  },
  { id: 'unusual', words: 'not usual', against: 'usual', operator: 'outside', limit: null },
  { id: 'low', words: 'lower than usual', against: 'usual', operator: '<', limit: null },
  { id: 'high', words: 'higher than usual', against: 'usual', operator: '>', limit: null },
]

/** Reads a number as people write it; null for another text. */
export function readLimit(text: string): number | null {
  const digits = text.replaceAll(/[\s,]/g, '')
  return /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : null
}

/** Names an alert by its column and condition. */
export const formatOwnTitle = (
  {
    label,
    format,
  }: {
    readonly label: string
    readonly format: { readonly options: { readonly style?: string | undefined } } | null
  },
  { words, limit }: OwnCondition,
  text: string,
): string => {
  const isPart = limit === 'change' || format?.options.style === 'percent'
  const number = limit === null || text.trim() === '' ? '' : `${text.trim()}${isPart ? '%' : ''}`
  return [label, words, number].filter(Boolean).join(' ').slice(0, 100)
}
