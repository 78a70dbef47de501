/** With what a report is compared: the period before the chosen one, or the same period a year before. */
export type Compare = 'previous' | 'year'

export const compareLabels: Readonly<Record<Compare, string>> = {
  previous: 'Previous period',
  year: 'Year before',
}

/** What a text chooses of what a screen offers; null for nothing. The period before a year is the year before. */
export const resolveCompare = (
  { compare }: { readonly compare: readonly Compare[] },
  wanted: string | null,
) => compare.find((one) => one === wanted) ?? (wanted === 'previous' ? compare[0] : null) ?? null
