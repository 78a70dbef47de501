import { describe, expect, test } from 'vitest'
import { diagnose, small } from '../../support/definitions.ts'

const check = (selectors: readonly object[], url: string) => diagnose({ ...small, selectors, data: { url } })
const date = [{ kind: 'date' }]
const range = [{ kind: 'dateRange' }]
const year = [{ kind: 'year', options: { fixed: [2025] } }, { kind: 'month' }]

describe('parts of a date', () => {
  test.each([
    [date, '/v1/small/{date:year}/{date:month}/{date:day}'],
    [range, '/v1/small/{datesFrom:year}{datesFrom:month}{datesFrom:day}-{datesTo}'.replaceAll('}{', '}/{')],
  ])('are sent of what chooses a date: %j %s', (selectors, url) => {
    expect(check(selectors, url)).toEqual([])
  })

  test.each([
    [date, '/v1/small/{date:yer}/{date}', 'unknown filter :yer; the parts of a date are year, month, day'],
    [date, '/v1/small/{date:year}/{date:month}', "the selector 'date' is not sent; the URL needs {date}"],
    [
      year,
      '/v1/small/{year:year}/{month}',
      ':year is a part of a date, and {year} is none; no date is chosen',
    ],
    [
      range,
      '/v1/small/{datesFrom}/{datesTo}/{dates:day}',
      ':day is a part of a date, and {dates} is none; it is of {datesFrom} and {datesTo}',
    ],
  ])('are known, complete and of a date: %j %s', (selectors, url, message) => {
    expect(check(selectors, url)).toEqual([expect.stringContaining(message)])
  })
})
