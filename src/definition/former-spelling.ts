import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser'
import type { Path } from './diagnostic.ts'

/** How a key was spelled before: its name, its values, and the keys inside it. */
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
  /** Where it is, in the names of the file. */
  readonly path: Path
  readonly at: 'key' | 'value'
  readonly from: string
  readonly to: string
  /** Whether the object also has a key of the new name. */
  readonly isTaken: boolean
}

/** Finds every former name in a report definition, in the order of the file. */
export function findRenamings(value: unknown): Renaming[] {
  return findRenamingsIn(value, definition, [])
}

function findRenamingsIn(value: unknown, spellings: Spellings, path: Path): Renaming[] {
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) => findRenamingsIn(entry, spellings, [...path, index]))
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, written]: [string, unknown]) => {
    const entry = Object.entries(spellings).find(([to, { former }]) => name === to || name === former)
    if (entry === undefined) return []
    const [to, { values = {}, inside = {} }] = entry
    const at = [...path, name]
    const isTaken = Object.hasOwn(value, to)
    const renamings: Renaming[] = name === to ? [] : [{ path: at, at: 'key', from: name, to, isTaken }]
    if (typeof written === 'string' && Object.hasOwn(values, written)) {
      const next = values[written] ?? written
      renamings.push({ path: at, at: 'value', from: written, to: next, isTaken: false })
    }
    return [...renamings, ...findRenamingsIn(written, inside, at)]
  })
}

/** Replaces former names in the text of a definition and changes nothing else of it. */
export function applyRenamings(text: string, renamings: readonly Renaming[]): string {
  const tree = parseTree(text)
  return renamings
    .flatMap(({ path, at, to }) => {
      const node = tree && findNodeAtLocation(tree, [...path])
      const target: Node | undefined = at === 'key' ? node?.parent?.children?.[0] : node
      return target === undefined ? [] : [{ start: target.offset, end: target.offset + target.length, to }]
    })
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end, to }) => `${rest.slice(0, start)}"${to}"${rest.slice(end)}`, text)
}
