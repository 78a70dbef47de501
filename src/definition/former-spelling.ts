import type { Node } from 'jsonc-parser'
import type { Path } from './diagnostic.ts'

/** How a key was spelled before: its own name, its values, and the keys inside of it. */
interface Spelling {
  readonly former?: string
  /** Today's values by their former names. */
  readonly values?: Readonly<Record<string, string>>
  readonly inside?: Spellings
}
/** By today's name. Entries of a list are looked up as the list itself. */
type Spellings = Readonly<Record<string, Spelling>>

const use: Spellings = { use: { former: 'from' } }
const request: Spellings = { url: { former: 'call' }, recordsPath: { former: 'records' } }
const messages: Spellings = { unreachable: { former: 'noAnswer' }, rejected: { former: 'refused' } }
const sections: Spellings = {
  requiredMessage: { former: 'required', values: { each: 'missing', together: 'all' } },
  selectors: { inside: { ...use, kind: { values: { choice: 'select' } }, options: { inside: request } } },
  data: {
    inside: {
      ...use,
      ...request,
      listPaths: { former: 'lists' },
      ignoreFields: { former: 'ignore' },
      messages: { inside: { table: { inside: messages }, chart: { inside: messages } } },
    },
  },
  rows: {
    inside: { ...use, fillMissing: { former: 'fill' }, key: { inside: { format: { former: 'show' } } } },
  },
  columns: {
    inside: { ...use, list: { former: 'each' }, pattern: { former: 'fields' }, labels: { former: 'words' } },
  },
  table: { inside: use },
  chart: {
    inside: {
      ...use,
      initiallyVisible: { former: 'visible', inside: { countBy: { former: 'of' } } },
    },
  },
  download: {
    inside: {
      ...use,
      url: { former: 'call' },
      useServerFileName: { former: 'serverName' },
      errorFormat: { former: 'errors' },
      failureMessage: { former: 'failed' },
    },
  },
}
const definition: Spellings = {
  ...sections,
  tabs: {
    inside: {
      ...use,
      navigation: { former: 'as', values: { routes: 'route', page: 'query' } },
      items: { inside: sections },
    },
  },
  variants: { inside: { ...use, ...sections } },
}

/** A key or a value of a report definition that has another name today. */
export interface Renaming {
  readonly path: Path
  readonly at: 'key' | 'value'
  readonly from: string
  readonly to: string
  /** Where the quoted text begins, and its length. */
  readonly offset: number
  readonly length: number
  /** Whether the object already has a key of the new name. */
  readonly isTaken: boolean
}

/** Finds every former name in the tree of a report definition, in the order of the file. */
export function findRenamings(tree: Node): Renaming[] {
  return renamingsIn(tree, definition, [])
}

function renamingsIn(node: Node, spellings: Spellings, path: Path): Renaming[] {
  const children = node.children ?? []
  if (node.type === 'array') {
    return children.flatMap((child, index) => renamingsIn(child, spellings, [...path, index]))
  }
  if (node.type !== 'object') return []
  const names = new Set(children.map(({ children: [key] = [] }) => String(key?.value)))
  return children.flatMap(({ children: [key, value] = [] }) => {
    if (key === undefined || value === undefined) return []
    const name = String(key.value)
    const entry = Object.entries(spellings).find(([to, { former }]) => name === to || name === former)
    if (entry === undefined) return []
    const [to, { values = {}, inside = {} }] = entry
    const at = [...path, name]
    const replace = (where: 'key' | 'value', { offset, length }: Node, from: string, next: string) => ({
      path: at,
      at: where,
      from,
      to: next,
      offset,
      length,
      isTaken: where === 'key' && names.has(next),
    })
    const next = typeof value.value === 'string' && Object.hasOwn(values, value.value)
    return [
      ...(name === to ? [] : [replace('key', key, name, to)]),
      ...(next ? [replace('value', value, value.value, values[value.value] ?? '')] : []),
      ...renamingsIn(value, inside, at),
    ]
  })
}

/** The text with every former name replaced and nothing else changed. */
export function applyRenamings(text: string, renamings: readonly Renaming[]): string {
  return renamings
    .toSorted((a, b) => b.offset - a.offset)
    .reduce(
      (rest, { offset, length, to }) => `${rest.slice(0, offset)}"${to}"${rest.slice(offset + length)}`,
      text,
    )
}
