/** Which part of a list is asked for; `page` starts at 0. */
export type ListQuery = { readonly page: number; readonly size: number; readonly search: string }

/** The page sizes on offer. */
export const PAGE_SIZES = [10, 25, 50, 100] as const

export const firstPage: ListQuery = { page: 0, size: 10, search: '' }

export const setPage = (view: ListQuery, page: number): ListQuery => ({ ...view, page })

/** Another page size begins at the first page. */
export const setPageSize = (view: ListQuery, size: number): ListQuery => ({ ...view, size, page: 0 })

/** Another search term begins at the first page. */
export const setSearch = (view: ListQuery, search: string): ListQuery => ({
  ...view,
  search: search.trim(),
  page: 0,
})

export type Paging = {
  /** From 0. */
  readonly page: number
  /** At least 1: an empty list is one empty page. */
  readonly pages: number
  readonly size: number
  /** All records but the hidden ones of this page. */
  readonly total: number
  /** The first and last shown record, counted from 1; 0 where there is none. */
  readonly from: number
  readonly to: number
}

/**
 * Where a page of `shown` records stands. The pages are counted by what the server has, hidden records included,
 * or the last visible ones could not be reached.
 */
export const getPaging = (view: ListQuery, totalCount: number, received: number, shown: number): Paging => {
  const before = view.page * view.size
  return {
    page: view.page,
    pages: Math.max(1, Math.ceil(totalCount / view.size)),
    size: view.size,
    total: Math.max(0, totalCount - (received - shown)),
    from: shown === 0 ? 0 : before + 1,
    to: shown === 0 ? 0 : before + shown,
  }
}
