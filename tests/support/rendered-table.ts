import { tableOf as sampleTableOf } from './sample-table.ts'
import { createElement, Fragment } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import type { ReportTable } from '../../src/report/model/report-table.ts'
import { DataTable } from '../../src/web/table/data-table.tsx'

/** A table of text keys by its rows: label, then values; `null` values stand for no record. */
export function tableOf(
  columns: readonly string[],
  rows: readonly (readonly [string, readonly number[] | null])[],
  overrides: Partial<ReportTable> = {},
): ReportTable {
  const filled = rows.map(([label, row]) => [label, label, row ?? columns.map(() => 0)] as const)
  const table = sampleTableOf(columns, filled, overrides)
  return {
    ...table,
    rows: table.rows.map((row, index) => ({ ...row, hasRecord: rows[index]?.[1] !== null })),
  }
}

let shown: Root | null = null

/** Renders the table into the document, instead of the previous one, and returns functions that read and click it. */
export function render(table: ReportTable, busy = false) {
  shown?.unmount()
  document.body.innerHTML = '<div id="root"></div>'
  const container = document.getElementById('root')
  if (container === null) throw new Error('the document has no #root')
  const root = createRoot(container)
  shown = root
  const draw = (next: ReportTable, nextBusy = false) =>
    flushSync(() =>
      root.render(
        createElement(
          MemoryRouter,
          null,
          createElement(DataTable, {
            table: next,
            caption: 'Data - 2025 March',
            busy: nextBusy,
            renderFrame: (menu, grid) => createElement(Fragment, null, menu, grid),
          }),
        ),
      ),
    )
  draw(table, busy)
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
  const texts = (selector: string) => all(selector).map(({ textContent }) => textContent)
  return {
    draw,
    all,
    texts,
    rows: () => all('tbody tr').map((row) => [...row.children].map(({ textContent }) => textContent)),
    click: (selector: string, text: string) => {
      const found = all(selector).find(({ textContent }) => textContent.trim() === text)
      if (found === undefined) throw new Error(`no ${selector} with the text ${text}`)
      flushSync(() => found.click())
    },
    type: (selector: string, text: string) => {
      const input = document.querySelector<HTMLInputElement>(selector)
      if (input === null) throw new Error(`no ${selector}`)
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
      flushSync(() => input.dispatchEvent(new Event('input', { bubbles: true })))
    },
  }
}
