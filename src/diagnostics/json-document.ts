import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import { type Issue, limitDiagnostics, type LocatedDiagnostic, type Path } from './diagnostic.ts'
import type { RuleId } from './rule-catalogue.ts'

/** The bytes of a definition, or why they cannot be read, and its path as diagnostics show it. */
export interface DefinitionFile {
  readonly path: string
  readonly content: Uint8Array | { readonly unreadable: string }
}

/** Returns the name of a definition file without its folder and ending: the id that its definition must have. */
export const getDefinitionName = (path: string): string =>
  (path.split(/[\\/]/).at(-1) ?? path).replace(/\.json$/, '')

/** A file parsed as JSON, with locations; `value` is undefined if the syntax is invalid. */
export interface JsonDocument {
  readonly value: unknown
  readonly diagnostics: readonly LocatedDiagnostic[]
  /** Builds a diagnostic at a path, at its key or its value; if the path does not exist, at the nearest parent. */
  readonly find: (issue: Issue) => LocatedDiagnostic
}

interface JsonIssue extends Issue {
  readonly offset: number
}

const MAX_BYTES = 131_072
const MAX_DEPTH = 40

/** Parses a file as plain JSON and returns every syntax error. Never throws. */
export function parseDocument({ path, content }: DefinitionFile): JsonDocument {
  const refuse = (text: string, offset: number, rule: RuleId, message: string) =>
    createDocument(path, text, undefined, [{ offset, path: [], rule, message }])
  if (!(content instanceof Uint8Array)) return refuse('', 0, 'file-read', content.unreadable)
  if (content.length > MAX_BYTES) {
    return refuse('', 0, 'file-size', `${content.length} bytes; at most ${MAX_BYTES} are allowed`)
  }
  const text = new TextDecoder().decode(content)
  const again = new TextEncoder().encode(new TextDecoder('utf-8', { ignoreBOM: true }).decode(content))
  const foreign = content.findIndex((byte, index) => byte !== again[index])
  if (foreign >= 0) {
    const { length } = new TextDecoder().decode(content.subarray(0, foreign))
    const message = `byte ${foreign + 1} (0x${(content[foreign] ?? 0).toString(16)}) is not UTF-8`
    return refuse(text, length, 'file-encoding', message)
  }
  const deep = findTooDeep(text)
  if (deep !== null) {
    return refuse(text, deep, 'json-depth', `nested deeper than ${MAX_DEPTH}, which is the most allowed`)
  }
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  const issues = [
    ...errors.map((error) => describeSyntaxError(error, text)),
    ...(tree === undefined ? [] : findKeyErrors(tree, text)),
  ]
  return createDocument(path, text, tree, issues)
}

/** Creates a document with its errors; without a tree every diagnostic is where the first of them is. */
function createDocument(
  file: string,
  text: string,
  tree: Node | undefined,
  issues: readonly JsonIssue[],
): JsonDocument {
  const at = (offset: number) => ({ file, ...locate(text, offset) })
  const distinct = new Map(issues.map((issue) => [`${issue.offset} ${issue.rule}`, issue]))
  const diagnostics = limitDiagnostics([...distinct.values()]).map(({ offset, ...issue }) => ({
    ...at(offset),
    ...issue,
  }))
  const isValid = diagnostics.every(({ rule }) => rule !== 'json-syntax')
  const findOffset = ({ path, isKey, index }: Issue): number => {
    for (let length = path.length; length >= 0; length--) {
      const node = tree && findNodeAtLocation(tree, path.slice(0, length))
      if (node === undefined) continue
      const isWhole = length === path.length
      if (isKey && isWhole && node.parent?.type === 'property') return node.parent.offset
      const isText = node.type === 'string' && isWhole && index !== undefined
      return isText ? findCharacter(text, node.offset + 1, index) : node.offset
    }
    return tree === undefined ? (issues[0]?.offset ?? 0) : 0
  }
  return {
    value: isValid && tree !== undefined ? getNodeValue(tree) : undefined,
    diagnostics,
    find: (issue) => ({
      ...at(findOffset(issue)),
      path: issue.path,
      rule: issue.rule,
      message: issue.message,
    }),
  }
}

/** Finds the line and the column of an offset; both start at 1. */
function locate(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

/** Finds the offset in JSON of a character of a text, where an escape is longer than its character. */
function findCharacter(json: string, start: number, index: number): number {
  let offset = start
  for (let passed = 0; passed < index; passed++) {
    offset += json[offset] !== '\\' ? 1 : json[offset + 1] === 'u' ? 6 : 2
  }
  return offset
}

/** Finds where brackets open deeper than allowed; the parser itself would run out of stack. */
function findTooDeep(text: string): number | null {
  let depth = 0
  for (const { 0: token, index } of text.matchAll(/"(?:\\.|[^"\\\n])*"?|[[\]{}]/gs)) {
    if (token === '{' || token === '[') depth++
    if (token === '}' || token === ']') depth--
    if (depth > MAX_DEPTH) return index
  }
  return null
}

function describeSyntaxError({ error, offset, length }: ParseError, text: string): JsonIssue {
  const issue = (message: string): JsonIssue => ({ offset, path: [], rule: 'json-syntax', message })
  const name = printParseErrorCode(error)
  if (name === 'InvalidCommentToken' || text.startsWith('/', offset)) {
    return issue('a comment, which JSON does not allow; write it in the pull request')
  }
  if (/[\]}]/.test(text[offset] ?? '') && /,\s*$/.test(text.slice(Math.max(0, offset - 200), offset))) {
    return issue('a comma before it; the last entry has none')
  }
  const found = text.slice(offset, offset + Math.min(Math.max(length, 1), 20))
  // `PropertyNameExpected` as `property name expected`.
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  const what = name === 'EndOfFileExpected' ? 'nothing more expected' : words
  return issue(`found ${found === '' ? 'the end' : `'${found}'`}: ${what}`)
}

/** The names of JavaScript that no key of a definition may have. */
export const reservedKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

function* findKeyErrors(node: Node, text: string, path: Path = []): Iterable<JsonIssue> {
  const seen = new Map<string, number>()
  for (const [index, child] of (node.children ?? []).entries()) {
    if (node.type === 'array') yield* findKeyErrors(child, text, [...path, index])
    const [key, value] = child.children ?? []
    if (node.type !== 'object' || key === undefined) continue
    const name = String(key.value)
    const issue = { offset: key.offset, path: [...path, name] }
    const first = seen.get(name)
    if (first !== undefined) {
      const message = `the key '${name}' is already in line ${locate(text, first).line}`
      yield { ...issue, rule: 'json-duplicate', message }
    } else seen.set(name, key.offset)
    if (reservedKeys.has(name)) yield { ...issue, rule: 'json-key', message: `'${name}' cannot be a key` }
    if (value !== undefined) yield* findKeyErrors(value, text, issue.path)
  }
}
