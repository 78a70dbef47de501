import { expect, test } from 'vitest'
import { getPaging } from '../../../src/web/administration/record-list.tsx'

test.each([
  { totalCount: 0, received: 0, shown: 0, page: 0, is: { pages: 1, total: 0, from: 0, to: 0 } },
  { totalCount: 10, received: 10, shown: 10, page: 0, is: { pages: 1, total: 10, from: 1, to: 10 } },
  { totalCount: 11, received: 1, shown: 1, page: 1, is: { pages: 2, total: 11, from: 11, to: 11 } },
  { totalCount: 23, received: 10, shown: 10, page: 1, is: { pages: 3, total: 23, from: 11, to: 20 } },
  // Hidden records do not count in the total, and every visible one stays reachable (spec 4.8).
  { totalCount: 11, received: 10, shown: 9, page: 0, is: { pages: 2, total: 10, from: 1, to: 9 } },
])('the paging is correct for $totalCount records on page $page', (example) => {
  const { totalCount, received, shown, page, is } = example
  expect(getPaging({ page, size: 10 }, totalCount, received, shown)).toMatchObject(is)
})
