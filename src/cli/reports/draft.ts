import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { compileReportFiles } from '../../definition/compile.ts'
import type { LocatedDiagnostic } from '../../definition/diagnostic.ts'
import { readFolder } from '../../definition/read-definitions.ts'
import { getPlaceholders } from '../../report/template.ts'
import type { Terminal } from '../command.ts'
import { printJson } from './print-json.ts'
import { type Draft, formatLabel, periodSelectors, scaffoldDefinition } from './scaffold.ts'

const SCHEMA = 'schemas/report-definition.schema.json'

/** The options of `new` that the draft of a report is made of. */
export interface DraftOptions {
  readonly dir: string
  readonly title?: string | undefined
  readonly permission?: number | undefined
  readonly call?: string | undefined
  readonly download?: string | undefined
  readonly key?: string | undefined
  readonly columns?: string | undefined
  readonly learn: boolean
  readonly url?: string | undefined
  readonly select?: string | undefined
}

export const schemaFrom = (dir: string) => relative(resolve(dir), resolve(SCHEMA))
export const nextPermission = ({ permissions }: Taken) => Math.max(89, ...permissions) + 1
export const nextOrder = ({ orders }: Taken) => Math.max(0, ...orders) + 1

interface Taken {
  readonly permissions: readonly number[]
  readonly orders: readonly number[]
}

export function findTaken(dir: string): Taken {
  const { reports } = compileReportFiles(existsSync(dir) ? readFolder(dir) : [])
  return {
    permissions: reports.map(({ menu }) => menu.permission),
    orders: reports.map(({ menu }) => menu.order),
  }
}

/** What a question of `new` changes in the draft. */
interface Question {
  readonly option: 'title' | 'permission' | 'call' | 'key' | 'columns'
  readonly text: string
  readonly usual: string
  readonly apply: (draft: Draft, answer: string) => Draft
}

const questions = (usual: Draft): readonly Question[] => [
  {
    option: 'title',
    text: 'Title and menu label?',
    usual: usual.title,
    apply: (draft, title) => ({ ...draft, title }),
  },
  {
    option: 'permission',
    text: 'Permission id?',
    usual: String(usual.permission),
    apply: (draft, permission) => ({ ...draft, permission: Number(permission) }),
  },
  {
    option: 'call',
    text: 'Call for the records?',
    usual: usual.url,
    apply: (draft, url) => ({ ...draft, url, selectors: inferSelectors(url) }),
  },
  {
    option: 'key',
    text: 'Field that identifies a row?',
    usual: usual.key.field,
    apply: (draft, field) => ({ ...draft, key: { kind: inferKeyKind(field), field } }),
  },
  {
    option: 'columns',
    text: 'Columns, as field or field=Label?',
    usual: usual.columns.map(({ field }) => field).join(', '),
    apply: (draft, columns) => ({ ...draft, columns: parseColumns(columns) }),
  },
]

/** The selectors that a call names; a part of a year needs the year as well. */
function inferSelectors(call: string): Draft['selectors'] {
  const named = new Set(getPlaceholders(call).map(({ name }) => name))
  const parts = periodSelectors.filter((kind) => kind !== 'year' && named.has(kind))
  return parts.includes('date') ? ['date'] : ['year', ...parts]
}

const inferKeyKind = (field: string): Draft['key']['kind'] =>
  (['month', 'quarter', 'hour'] as const).find((kind) => new RegExp(kind, 'i').test(field)) ??
  (/date|day/i.test(field) ? 'date' : /week/i.test(field) ? 'week' : 'text')

const parseColumns = (text: string): Draft['columns'] =>
  text.split(',').map((column) => {
    const [field = '', label] = column.trim().split('=')
    return { field, label: label ?? formatLabel(field) }
  })

/** The draft with every option and answer, or the errors of an option. An answer with an error is requested again. */
export async function askDraft(
  parsed: DraftOptions,
  id: string,
  terminal: Terminal,
): Promise<Draft | string[]> {
  const taken = findTaken(parsed.dir)
  const url = `/v1/${id}/{year}/{month}`
  let draft: Draft = {
    schema: schemaFrom(parsed.dir),
    id,
    title: formatLabel(id),
    permission: nextPermission(taken),
    order: nextOrder(taken),
    selectors: inferSelectors(url),
    url,
    download: parsed.download ?? null,
    recordsPath: 'records',
    listPath: null,
    key: { kind: 'date', field: 'reportDate' },
    columns: [{ field: 'minutes', label: 'Minutes' }],
  }
  const list = questions(draft).filter(
    ({ option }) => !parsed.learn || (option !== 'key' && option !== 'columns'),
  )
  // Options first: after an error in one of them, no answer is lost.
  for (const { option, apply } of list) {
    const value = parsed[option]
    if (value === undefined) continue
    const next = apply(draft, String(value))
    const errors = findNewErrors(parsed.dir, draft, next)
    if (errors.length > 0) return errors
    draft = next
  }
  for (const { option, text, usual, apply } of list) {
    if (parsed[option] !== undefined) continue
    for (;;) {
      const answer = (await terminal.ask(`${text} [${usual}]`))?.trim() ?? ''
      if (answer === '') break
      const next = apply(draft, answer)
      const errors = findNewErrors(parsed.dir, draft, next)
      if (errors.length === 0) {
        draft = next
        break
      }
      for (const error of errors) terminal.err(error)
    }
  }
  return draft
}

/** The errors that a change of the draft adds, without the location in a file that does not exist yet. */
function findNewErrors(dir: string, before: Draft, after: Draft): string[] {
  const [known, found] = [before, after].map((draft) =>
    compileDraft(dir, draft).map(({ message, rule }) => `${message} [${rule}]`),
  )
  return (found ?? []).filter((error) => !known?.includes(error))
}

export function compileDraft(dir: string, draft: Draft): readonly LocatedDiagnostic[] {
  const others = existsSync(dir) ? readFolder(dir) : []
  const content = new TextEncoder().encode(printJson(scaffoldDefinition(draft)))
  return compileReportFiles([...others, { path: join(dir, `${draft.id}.json`), content }]).diagnostics
}

/** The command that repeats all answers. */
export function formatCommand(
  parsed: DraftOptions,
  { id, title, permission, url, key, columns }: Draft,
): string {
  const values = {
    dir: parsed.dir === 'reports' ? undefined : parsed.dir,
    title,
    permission: String(permission),
    call: url,
    download: parsed.download,
    ...(parsed.learn
      ? { url: parsed.url, select: parsed.select }
      : {
          key: key.field,
          columns: columns.map(({ field, label }) => `${field}=${label}`).join(','),
        }),
  }
  const flags = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${quote(value)}`],
  )
  return ['npm run reports -- new', id, ...flags, ...(parsed.learn ? ['--learn'] : [])].join(' ')
}

const quote = (text: string) =>
  /^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
