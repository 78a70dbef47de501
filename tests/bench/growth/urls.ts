import {
  type DatasetPlan,
  type EndpointPlan,
  type PathPart,
} from '../../../src/definition/datasets/dataset-plan.ts'

/** What a call requests: the values of the dimensions, and a day whose period it names. */
export interface Requested {
  readonly values: readonly string[]
  readonly year: number
  readonly month: number
}

/** Formats the URL of an endpoint for a selection, as a report does. */
export function formatUrl(
  { dimensions }: DatasetPlan,
  { path, query }: EndpointPlan,
  { values, year, month }: Requested,
): string {
  const placeholders = [
    ...path.flatMap((part) => ('placeholder' in part ? [part.placeholder] : [])),
    ...query.map(({ placeholder }) => placeholder),
  ]
  const hasYear = placeholders.includes('year')
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  const quarter = Math.ceil(month / 3)
  const week = Math.ceil(month * 4.2)
  const day = `${year}-${twoDigits(month)}-15`
  const periods: Readonly<Record<string, string>> = {
    year: String(year),
    month: hasYear ? String(month) : `${year}-${twoDigits(month)}`,
    week: hasYear ? String(week) : `${year}-W${twoDigits(week)}`,
    quarter: hasYear ? String(quarter) : `${year}-Q${quarter}`,
    date: day,
    from: `${year}-${twoDigits(month)}-01`,
    to: day,
  }
  const getText = (placeholder: string): string => {
    const index = dimensions.findIndex(({ id }) => id === placeholder)
    if (index === -1) return periods[placeholder] ?? ''
    const value = values[index] ?? ''
    return dimensions[index]?.paths?.[value] ?? value
  }
  const formatPart = (part: PathPart) =>
    'text' in part ? part.text : encodeURIComponent(getText(part.placeholder))
  const parameters = query.map(
    ({ name, placeholder }) => `${name}=${encodeURIComponent(getText(placeholder))}`,
  )
  return `/${path.map(formatPart).join('/')}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`
}
