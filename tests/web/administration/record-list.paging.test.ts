import { describe, expect, test } from 'vitest'
import {
  firstPage,
  PAGE_SIZES,
  getPaging,
  setPage,
  setSearch,
  setPageSize,
} from '../../../src/web/administration/record-list.tsx'

describe('the query of a list (spec 4.8, 9.2)', () => {
  test('starts at page 0 with ten records', () => {
    expect(firstPage).toEqual({ page: 0, size: 10, search: '' })
    expect(PAGE_SIZES).toEqual([10, 25, 50, 100])
  })

  test('returns to page 0 when the page size or the search term changes', () => {
    const third = setPage(firstPage, 2)
    expect(setPageSize(third, 25)).toEqual({ page: 0, size: 25, search: '' })
    expect(setSearch(third, ' ana ')).toEqual({ page: 0, size: 10, search: 'ana' })
  })
})

describe('paging', () => {
  test.each([
    { totalCount: 0, received: 0, shown: 0, page: 0, is: { pages: 1, total: 0, from: 0, to: 0 } },
    { totalCount: 10, received: 10, shown: 10, page: 0, is: { pages: 1, total: 10, from: 1, to: 10 } },
    { totalCount: 11, received: 1, shown: 1, page: 1, is: { pages: 2, total: 11, from: 11, to: 11 } },
    { totalCount: 23, received: 10, shown: 10, page: 1, is: { pages: 3, total: 23, from: 11, to: 20 } },
  ])('is correct for $totalCount records on page $page', ({ totalCount, received, shown, page, is }) => {
    expect(getPaging(setPage(firstPage, page), totalCount, received, shown)).toMatchObject(is)
  })

  test('excludes hidden records from the total, and every visible record stays reachable (spec 4.8)', () => {
    expect(getPaging(firstPage, 11, 10, 9)).toMatchObject({ pages: 2, total: 10, from: 1, to: 9 })
  })
})
