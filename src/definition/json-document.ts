import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { limitDiagnostics, type LocatedDiagnostic, type Path } from './diagnostic.ts'
import type { FileRule } from './rules/index.ts'
import { createLineIndex, findCharacter, findInvalidByte, type Location } from './text-location.ts'

/** The bytes of a definition, or why they cannot be read, and its path as diagnostics show it. */
export interface DefinitionFile {
  readonly path: string
  readonly content: Uint8Array | { readonly unreadable: string }
}

/** A file parsed as JSON, with locations; `value` is undefined if the syntax is invalid. */
export interface JsonDocument {
  readonly file: string
  readonly value: unknown
  readonly diagnostics: readonly LocatedDiagnostic[]
  /** Builds a diagnostic at a path, at its key or its value; if the path does not exist, at the nearest parent. */
  readonly find: (
    path: Path,
    rule: LocatedDiagnostic['rule'],
    message: string,
    at?: 'key' | 'value',
    /** The index in the text at the path. */
    index?: number,
  ) => LocatedDiagnostic
}

const MAX_BYTES = 131_072
const MAX_DEPTH = 40

/** Parses a file as plain JSON and returns every syntax error. Never throws. */
export function parseDocument({ path, content }: DefinitionFile): JsonDocument {
  if (!(content instanceof Uint8Array))
    return buildInvalidDocument(path, '', 0, 'file-read', content.unreadable)
  if (content.length > MAX_BYTES) {
    const message = `${content.length} bytes; at most ${MAX_BYTES} are allowed`
    return buildInvalidDocument(path, '', 0, 'file-size', message)
  }
  const text = new TextDecoder().decode(content)
  const foreign = findInvalidByte(content)
  if (foreign !== null) {
    const before = new TextDecoder().decode(content.subarray(0, foreign))
    const message = `byte ${foreign + 1} (0x${(content[foreign] ?? 0).toString(16)}) is not UTF-8`
    return buildInvalidDocument(path, before, before.length, 'file-encoding', message)
  }
  const deep = exceedsDepth(text, MAX_DEPTH)
  if (deep !== null) {
    return buildInvalidDocument(
      path,
      text,
      deep,
      'json-depth',
      `nested deeper than ${MAX_DEPTH}, which is the most allowed`,
    )
  }
  return parseText(path, text)
}

function parseText(file: string, text: string): JsonDocument {
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  const locationAt = createLineIndex(text)
  const at = (offset: number) => ({ file, ...locationAt(offset) })
  const issues = [
    ...errors.map((error) => describeSyntaxError(error, text)),
    ...findKeyErrors(tree, locationAt),
  ]
  const distinct = new Map(issues.map((issue) => [`${issue.offset} ${issue.rule}`, issue]))
  const diagnostics = limitDiagnostics([...distinct.values()]).map(
    ({ offset, ...issue }): LocatedDiagnostic => ({
      ...at(offset),
      ...issue,
    }),
  )
  const isValid = diagnostics.every(({ rule }) => rule !== 'json-syntax')
  const findOffset = (path: Path, where: 'key' | 'value', index: number | undefined): number => {
    if (tree === undefined) return 0
    for (let length = path.length; length >= 0; length--) {
      const node = findNodeAtLocation(tree, path.slice(0, length))
      if (node === undefined) continue
      const isKey = where === 'key' && length === path.length && node.parent?.type === 'property'
      if (isKey) return node.parent?.offset ?? node.offset
      const isText = node.type === 'string' && length === path.length
      return isText && index !== undefined ? findCharacter(text, node.offset + 1, index) : node.offset
    }
    return 0
  }
  return {
    file,
    value: isValid && tree !== undefined ? buildValue(tree) : undefined,
    diagnostics,
    find: (path, rule, message, where = 'value', index) => ({
      ...at(findOffset(path, where, index)),
      path,
      rule,
      message,
    }),
  }
}

function buildInvalidDocument(
  file: string,
  text: string,
  offset: number,
  rule: FileRule,
  message: string,
): JsonDocument {
  const at = { file, ...createLineIndex(text)(offset) }
  return {
    file,
    value: undefined,
    diagnostics: [{ ...at, path: [], rule, message }],
    find: (path, foundRule, text) => ({ ...at, path, rule: foundRule, message: text }),
  }
}

const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

interface JsonIssue {
  readonly offset: number
  readonly path: Path
  readonly rule: FileRule
  readonly message: string
}

function describeSyntaxError({ error, offset, length }: ParseError, text: string): JsonIssue {
  const issue = (rule: FileRule, message: string): JsonIssue => ({ offset, path: [], rule, message })
  const name = printParseErrorCode(error)
  if (name === 'InvalidCommentToken' || text.startsWith('/', offset)) {
    return issue('json-comment', 'a comment, which JSON does not allow; write it in the pull request')
  }
  if (/[\]}]/.test(text[offset] ?? '') && /,\s*$/.test(text.slice(Math.max(0, offset - 200), offset))) {
    return issue('json-comma', 'a comma before it; the last entry has none')
  }
  const found = text.slice(offset, offset + Math.min(Math.max(length, 1), 20))
  const what = name === 'EndOfFileExpected' ? 'nothing more expected' : splitWords(name)
  return issue('json-syntax', `found ${found === '' ? 'the end' : `'${found}'`}: ${what}`)
}

function findKeyErrors(tree: Node | undefined, locationAt: (offset: number) => Location): JsonIssue[] {
  return listKeys(tree).flatMap(({ key, path, before }): JsonIssue[] => {
    const { offset } = key
    const name = String(key.value)
    const double = `the key '${name}' is already in line ${before && locationAt(before.offset).line}`
    return [
      ...(before ? [{ offset, path, rule: 'json-duplicate' as const, message: double }] : []),
      ...(RESERVED.has(name)
        ? [{ offset, path, rule: 'json-key' as const, message: `'${name}' cannot be a key` }]
        : []),
    ]
  })
}

/** `PropertyNameExpected` as `property name expected`. */
const splitWords = (name: string) => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()

interface Key {
  readonly key: Node
  readonly path: Path
  /** The same key earlier in the object. */
  readonly before: Node | undefined
}

function listKeys(node: Node | undefined, path: Path = []): Key[] {
  if (node === undefined) return []
  const children = node.children ?? []
  if (node.type === 'array') return children.flatMap((child, index) => listKeys(child, [...path, index]))
  if (node.type !== 'object') return []
  const seen = new Map<string, Node>()
  return children.flatMap(({ children: [key, value] = [] }) => {
    if (key === undefined) return []
    const name = String(key.value)
    const before = seen.get(name)
    seen.set(name, before ?? key)
    return [{ key, path: [...path, name], before }, ...listKeys(value, [...path, name])]
  })
}

/** The value of a tree; every key becomes a property of its own, `__proto__` too. */
function buildValue(node: Node): unknown {
  const children = node.children ?? []
  if (node.type === 'array') return children.map(buildValue)
  if (node.type !== 'object') return node.value
  return Object.fromEntries(
    children.flatMap(({ children: [key, value] = [] }) =>
      key === undefined || value === undefined ? [] : [[String(key.value), buildValue(value)]],
    ),
  )
}

/** Where brackets open deeper than allowed; the parser itself would run out of stack. */
function exceedsDepth(text: string, deepest: number): number | null {
  let depth = 0
  let inText = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (inText) {
      if (character === '\\') index++
      else if (character === '"' || character === '\n') inText = false
    } else if (character === '"') inText = true
    else if (character === '{' || character === '[') {
      if (++depth > deepest) return index
    } else if (character === '}' || character === ']') depth--
  }
  return null
}
