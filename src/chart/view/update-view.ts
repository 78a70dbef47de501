import { changeset, type View } from 'vega'
import type { ChartModel } from '../chart-type.ts'
import { type ChartTheme, chartThemes, type Json } from '../specification.ts'
import { memoize } from '../memoize.ts'

/** What a view draws of a specification. */
export type Drawing = Pick<ChartModel, 'plotArea' | 'data'> & { readonly params: Json }

const refuse = () => Promise.reject(new Error('a chart loads nothing'))

/** Refuses all addresses of files and links, also those of a specification by an author. */
export const noLoader = { load: refuse, sanitize: refuse, http: refuse, file: refuse, options: {} }

/** Returns the names of the datasets of a view: those that some mark reads. */
const listDatasets = memoize((view: View) =>
  Object.keys(view.getState({ data: () => true, signals: () => false }).data),
)

/** The lists that a view has of its datasets. */
const shownLists = new WeakMap<View, Map<string, readonly object[]>>()

/** Sets the size, parameters and data of a view; what is equal stays as it is. Drawn by the next run of the view. */
export function updateView(view: View, drawing: Drawing, theme: ChartTheme): void {
  const { plotArea, params, data } = drawing
  const { width, height, ...padding } = plotArea
  if (!isEqual(view.padding(), padding)) view.padding(padding)
  view.width(width).height(height)
  for (const [name, value] of Object.entries({ ...chartThemes[theme], ...params })) {
    if (!isEqual(view.signal(name), value)) view.signal(name, value)
  }
  const drawn = shownLists.get(view) ?? new Map<string, readonly object[]>()
  shownLists.set(view, drawn)
  for (const name of listDatasets(view)) {
    const [before, after] = [drawn.get(name) ?? [], data[name] ?? []]
    const removed = subtract(before, after)
    const added = subtract(after, before)
    if (removed.length + added.length > 0) view.change(name, changeset().remove(removed).insert(added))
    drawn.set(name, after)
  }
}

/** Returns the records of a list that another one has not. */
function subtract(list: readonly object[], others: readonly object[]): readonly object[] {
  if (list.length === 0 || others.length === 0) return list
  const kept = new Set(others)
  return list.filter((record) => !kept.has(record))
}

/** Compares small values. With a new but equal list the view would lay out an axis again. */
const isEqual = (first: unknown, second: unknown): boolean =>
  first === second || JSON.stringify(first) === JSON.stringify(second)
