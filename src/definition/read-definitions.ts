import type { ZodType } from 'zod'
import { type Diagnostic, limitDiagnostics, type LocatedDiagnostic } from '../diagnostics/diagnostic.ts'
import { getOrAdd } from '../query/get-or-add.ts'
import { parseWithSchema } from './schema-diagnostics.ts'
import {
  type DefinitionFile,
  getDefinitionName,
  type JsonDocument,
  parseDocument,
} from '../diagnostics/json-document.ts'

type ChooseSchema<T> = ZodType<T> | ((value: unknown) => ZodType<T>)

function readFile<T>(schema: ChooseSchema<T>, file: DefinitionFile) {
  const document = parseDocument(file)
  const { value } = document
  const chosen = typeof schema === 'function' ? schema(value) : schema
  return { document, parsed: value === undefined ? null : parseWithSchema(chosen, value) }
}

type ReadFile<T> = ReturnType<typeof readFile<T>>

/** What was read of each file by a schema. The studio checks files again while another one changes. */
const readFiles = new WeakMap<object, WeakMap<DefinitionFile, ReadFile<unknown>>>()

/** Reads files as JSON and validates them by a schema, which can depend on the JSON; a file is named as its id. Never throws. */
export function readDefinitions<T extends { readonly id: string }>(
  schema: ChooseSchema<T>,
  files: readonly DefinitionFile[],
) {
  const diagnostics: LocatedDiagnostic[] = []
  const documents = new Map<string, JsonDocument>()
  const definitions: T[] = []
  /** The names of files without a valid definition, or with one of another id. */
  const unread: string[] = []
  const paths = new Map(files.map(({ path }) => [getDefinitionName(path), path]))
  const readOfSchema = getOrAdd(readFiles, schema, () => new WeakMap()) as WeakMap<
    DefinitionFile,
    ReadFile<T>
  >
  for (const file of files) {
    const { document, parsed } = getOrAdd(readOfSchema, file, () => readFile(schema, file))
    const name = getDefinitionName(file.path)
    const issues = parsed?.ok === false ? limitDiagnostics(parsed.issues) : []
    diagnostics.push(...document.diagnostics, ...issues.map(document.find))
    if (!parsed?.ok) {
      unread.push(name)
      continue
    }
    const definition = parsed.data
    if (definition.id !== name) unread.push(name)
    const original = definition.id === name ? undefined : paths.get(definition.id)
    if (original !== undefined) {
      // A copy is not checked further: all that it shares with the original would only repeat this.
      const message = `'${definition.id}' is already used by ${original}; allowed is '${name}', the name of the file`
      diagnostics.push(document.find({ path: ['id'], rule: 'unique', message }))
      continue
    }
    if (definition.id !== name) {
      const message = `found '${definition.id}'; allowed is '${name}', the name of the file`
      diagnostics.push(document.find({ path: ['id'], rule: 'id-file', message }))
    }
    definitions.push(definition)
    documents.set(definition.id, document)
  }
  return {
    definitions,
    unread,
    diagnostics,
    /** Locates a diagnostic of another check in these files. */
    locate: (diagnostic: Diagnostic): LocatedDiagnostic => {
      const { report: file, path, rule, message } = diagnostic
      return documents.get(file)?.find(diagnostic) ?? { file, line: 1, column: 1, path, rule, message }
    },
  }
}

/** Freezes a plan with all its parts. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}
