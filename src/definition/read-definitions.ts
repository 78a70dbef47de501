import { basename, join } from 'node:path'
import type { ZodType } from 'zod'
import type { Path } from './diagnostic.ts'
import { limit } from './describe-value.ts'
import type { Renaming } from './former-spelling.ts'
import { type DefinitionFile, type JsonDocument, parseDocument } from './json-document.ts'
import type { AnyRuleId, LocatedDiagnostic } from './located-diagnostic.ts'
import { parseWithSchema } from './schema-diagnostics.ts'
import { readdirSync, readFileSync, statSync } from 'node:fs'

/** The definitions of a folder that have the shape of their schema, and what is wrong with the others. */
export interface ReadDefinitions<T> {
  readonly definitions: readonly T[]
  /** The names of files that hold no definition, or one with another id. */
  readonly unread: readonly string[]
  readonly findings: readonly LocatedDiagnostic[]
  /** A finding of another check at a path of a definition. */
  readonly place: (id: string, path: Path, rule: AnyRuleId, message: string) => LocatedDiagnostic
}

/** Reads files as JSON and by a schema; each must be called as the id that it holds. Never throws. */
export function readDefinitions<T extends { readonly id: string }>(
  schema: ZodType<T>,
  files: readonly DefinitionFile[],
  findFormerNames: (value: unknown) => readonly Renaming[] = () => [],
): ReadDefinitions<T> {
  const findings: LocatedDiagnostic[] = []
  const documents = new Map<string, JsonDocument>()
  const definitions: T[] = []
  const unread: string[] = []
  for (const file of files) {
    const document = parseDocument(file)
    findings.push(...document.findings)
    const name = basename(file.path, '.json')
    const former = findFormerNames(document.value)
    findings.push(...limit(former.map((renaming) => formerName(document, renaming))))
    const isReadable = document.value !== undefined && former.length === 0
    const definition = isReadable ? readShape(schema, document, name, findings) : null
    if (definition === null) {
      unread.push(name)
      continue
    }
    definitions.push(definition)
    if (definition.id !== name) unread.push(name)
    documents.set(definition.id, document)
  }
  return {
    definitions,
    unread,
    findings,
    place: (id, path, rule, message) =>
      documents.get(id)?.find(path, rule, message) ?? { file: id, line: 1, column: 1, path, rule, message },
  }
}

function formerName(document: JsonDocument, { path, at, from, to }: Renaming): LocatedDiagnostic {
  const found = at === 'key' ? `unknown key '${from}'` : `found '${from}'`
  const message = `${found}; renamed to '${to}'; run npm run reports -- migrate`
  return document.find(path, at === 'key' ? 'schema-key' : 'schema-value', message, at)
}

function readShape<T extends { readonly id: string }>(
  schema: ZodType<T>,
  document: JsonDocument,
  name: string,
  findings: LocatedDiagnostic[],
): T | null {
  const parsed = parseWithSchema(schema, document.value)
  if (!parsed.ok) {
    for (const { path, rule, message, at } of limit(parsed.faults))
      findings.push(document.find(path, rule, message, at))
    return null
  }
  const { id } = parsed.data
  if (id !== name) {
    const message = `found '${id}'; allowed is '${name}', as the file is called`
    findings.push(document.find(['id'], 'id-file', message))
  }
  return parsed.data
}

/** Not even read: it is refused for its size, and its length is all that is told. */
const HUGE = 64 * 1_048_576

/** Every definition of a folder, by name. Throws where the folder itself cannot be read. */
export function readFolder(folder: string): DefinitionFile[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => readFile(join(folder, name)))
}

/** One definition; a file that cannot be read says why. */
export function readFile(path: string): DefinitionFile {
  try {
    if (statSync(path).size > HUGE) return { path, content: { unreadable: 'far too large to be read' } }
    return { path, content: new Uint8Array(readFileSync(path)) }
  } catch (error) {
    return { path, content: { unreadable: error instanceof Error ? error.message : String(error) } }
  }
}
