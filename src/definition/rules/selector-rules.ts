import type { SelectorDefinition } from '../../../schemas/report/definition.ts'
import { reservedNames } from '../../report/url-state.ts'
import { childRef, type Reporter, type SourceRef } from '../diagnostic.ts'
import type { Resolved } from '../sections.ts'

interface WrittenRows {
  readonly key: { readonly kind: string }
  readonly fillMissing: string
}

/** Selectors have names of their own, and what the rows fill can be known from them. */
export function checkSelectors(
  selectors: readonly SelectorDefinition[],
  rows: Resolved<WrittenRows>,
  origin: SourceRef,
  note: Reporter,
): void {
  const kinds = selectors.map(({ kind }) => kind)
  selectors.forEach((selector, index) => {
    const { name, kind, label } = selector
    const at = childRef(origin, index)
    if (selectors.findIndex((other) => other.name === name) < index) {
      note({ ...at, rule: 'selector-name', message: `a second selector named '${name}'` })
    }
    if (selectors.findIndex((other) => other.label === label) < index) {
      note({ ...at, rule: 'selector-label', message: `a second selector with the label '${label}'` })
    }
    if (reservedNames.includes(name)) {
      const message = `'${name}' has a meaning of its own in addresses and templates`
      note({ ...at, rule: 'selector-reserved', message })
    }
    if (kind !== 'select' && kinds.indexOf(kind) < index) {
      note({ ...at, rule: 'selector-kind', message: `a second ${kind} selector` })
    }
    for (const list of fixedLists(selector)) checkList(list.values, childRef(at, ...list.path), note)
  })
  if (kinds.includes('month') && !kinds.includes('year')) {
    note({ ...origin, rule: 'selector-month', message: 'a month selector needs a year selector' })
  }
  checkFill(rows, kinds, note)
}

function checkFill(rows: Resolved<WrittenRows>, kinds: readonly string[], note: Reporter): void {
  const { key, fillMissing: fill } = rows.value
  const at = childRef(rows.origin, 'fillMissing')
  if (fill === 'days' && !(key.kind === 'date' && kinds.includes('month'))) {
    note({ ...at, rule: 'fill-days', message: "'days' needs a date key, a year and a month selector" })
  }
  if (fill === 'months' && key.kind !== 'month') {
    note({ ...at, rule: 'fill-months', message: "'months' needs a month key" })
  }
}

interface FixedList {
  readonly path: readonly string[]
  readonly values: readonly (number | string)[]
}

/** The lists that a selector offers without a call, or in place of one. */
function fixedLists(selector: SelectorDefinition): FixedList[] {
  if (selector.kind === 'month') return []
  const { options } = selector
  if (Array.isArray(options)) return [{ path: ['options'], values: options.map(({ value }) => value) }]
  if ('fixed' in options) return [{ path: ['options', 'fixed'], values: options.fixed }]
  const { fallback } = options
  const path = ['options', 'fallback']
  if (Array.isArray(fallback)) return [{ path, values: fallback.map(({ value }) => value) }]
  return 'fixed' in fallback ? [{ path: [...path, 'fixed'], values: fallback.fixed }] : []
}

function checkList(values: FixedList['values'], origin: SourceRef, note: Reporter): void {
  values.forEach((value, index) => {
    if (values.indexOf(value) < index) {
      note({ ...childRef(origin, index), rule: 'option-double', message: `'${value}' is offered twice` })
    }
    if (typeof value === 'string' && (/^\.{1,2}$/.test(value) || value.trim() !== value)) {
      const message = `'${value}' cannot be sent as part of a path: no dots alone, no space at its ends`
      note({ ...childRef(origin, index), rule: 'option-value', message })
    }
  })
}
