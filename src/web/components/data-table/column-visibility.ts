import { useMemo, useState } from 'react'
import type { ReportTable } from '../../../report/table.ts'

type Sort = { readonly id: string; readonly desc: boolean }
type Change<T> = T | ((before: T) => T)

export const KEY = 'key'

/**
 * Which columns are hidden and which one sorts. Stored by label, because the next period can list the same names at
 * other positions; returned by column id, because labels can contain any text.
 */
export function useColumnVisibility({ columns }: ReportTable) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [sort, setSort] = useState<{ readonly label: string | null; readonly desc: boolean } | null>(null)

  const columnVisibility = useMemo(
    () => Object.fromEntries(columns.map(({ id, label }) => [id, !hidden.has(label)])),
    [columns, hidden],
  )
  const sorting = useMemo(() => {
    if (sort === null) return []
    const id = sort.label === null ? KEY : columns.find(({ label }) => label === sort.label)?.id
    return id === undefined ? [] : [{ id, desc: sort.desc }]
  }, [columns, sort])

  return {
    columnVisibility,
    sorting,
    setVisibility: (change: Change<Record<string, boolean>>) => {
      const next = typeof change === 'function' ? change(columnVisibility) : change
      setHidden(new Set(columns.filter(({ id }) => next[id] === false).map(({ label }) => label)))
    },
    setSorting: (change: Change<Sort[]>) => {
      const [next] = typeof change === 'function' ? change(sorting) : change
      const column = columns.find(({ id }) => id === next?.id)
      setSort(next === undefined ? null : { label: column?.label ?? null, desc: next.desc })
    },
  }
}
