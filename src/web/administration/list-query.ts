/** The requested part of a list; `page` starts at 0. */
export type ListQuery = { readonly page: number; readonly size: number; readonly search: string }

/** The page sizes to choose from. */
export const PAGE_SIZES = [10, 25, 50, 100] as const

export const firstPage: ListQuery = { page: 0, size: 10, search: '' }

export const setPage = (view: ListQuery, page: number): ListQuery => ({ ...view, page })

/** Sets the page size and returns to the first page. */
export const setPageSize = (view: ListQuery, size: number): ListQuery => ({ ...view, size, page: 0 })

/** Sets the search term and returns to the first page. */
export const setSearch = (view: ListQuery, search: string): ListQuery => ({
  ...view,
  search: search.trim(),
  page: 0,
})

export type Paging = {
  /** From 0. */
  readonly page: number
  /** At least 1: an empty list has one empty page. */
  readonly pages: number
  readonly size: number
  /** The number of records without the hidden ones of this page. */
  readonly total: number
  /** The numbers of the first and last shown record, from 1; 0 if the page is empty. */
  readonly from: number
  readonly to: number
}

/**
 * The paging of a page with `shown` visible records. The number of pages includes hidden records; otherwise the last
 * visible ones would be unreachable.
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
