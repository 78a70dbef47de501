import type { VirtualGrid } from './virtual-grid.tsx'

const MAX_STATIC_CELLS = 2000

/** Whether a table has so many cells that only those in view are rendered. */
export const isLarge = (rows: number, columns: number): boolean => rows * columns > MAX_STATIC_CELLS

/** The grid of large tables; null while its code is not loaded. */
export const virtualGrid: { Component: typeof VirtualGrid | null } = { Component: null }

/** Loads the grid of large tables, which other tables do not need. */
export const loadVirtualGrid = async (): Promise<void> => {
  virtualGrid.Component = (await import('./virtual-grid.tsx')).VirtualGrid
}
