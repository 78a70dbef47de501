import { applyEdits, modify, type Node, parseTree } from 'jsonc-parser'

/** A definition file with one thing changed, and the path of what is changed. */
export interface Mutant {
  readonly kind: string
  readonly path: string
  readonly bytes: Uint8Array
}

type Change = readonly [kind: string, path: string, text: string]

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Every mistake of every kind, made once in a definition; no two files are the same. */
export function listMutants(text: string): readonly Mutant[] {
  const root = parseTree(text)
  if (root === undefined) throw new Error('no JSON')
  const texts = new Set([text])
  const mutants = [...changeNode(text, root, []), ...breakSyntax(text)].filter(([, , changed]) => {
    const isNew = !texts.has(changed)
    texts.add(changed)
    return isNew
  })
  const bytes = encode(text)
  return [
    ...mutants.map(([kind, path, changed]) => ({ kind, path, bytes: encode(changed) })),
    ...[0x80, 0xc0, 0xe2, 0xff].map((bad) => ({
      kind: 'broken bytes',
      path: '',
      bytes: Uint8Array.from(bytes).fill(bad, bytes.length >> 1, (bytes.length >> 1) + 1),
    })),
  ]
}

type Path = readonly (string | number)[]

function* changeNode(text: string, node: Node, path: Path): Iterable<Change> {
  const at = path.join('.')
  const source = text.slice(node.offset, node.offset + node.length)
  const replace = (next: string) => text.slice(0, node.offset) + next + text.slice(node.offset + node.length)
  if (path.length > 0) {
    const without = modify(text, [...path], undefined, { isArrayInsertion: false })
    yield ['missing part', at, applyEdits(text, without)]
    for (const other of ['7.5', 'true', 'null', '"text"', '[]', '{}', '[["x"]]', '-1', '1e300']) {
      yield ['other value', at, replace(other)]
    }
  }
  for (const value of changeValue(node.value as unknown))
    yield ['other text', at, replace(JSON.stringify(value))]
  const children = node.children ?? []
  for (const [index, child] of children.entries()) {
    const [key, value] = child.children ?? []
    if (node.type === 'array') {
      const own = text.slice(child.offset, child.offset + child.length)
      const start = text.slice(0, child.offset)
      yield ['doubled entry', at, `${start}${own}, ${text.slice(child.offset)}`]
      const next = children[index + 1]
      if (next !== undefined) {
        const other = text.slice(next.offset, next.offset + next.length)
        const between = text.slice(child.offset + child.length, next.offset)
        yield ['moved entry', at, `${start}${other}${between}${own}${text.slice(next.offset + next.length)}`]
      }
      yield* changeNode(text, child, [...path, index])
    } else if (key !== undefined && value !== undefined) {
      const name = String(key.value)
      const rename = (next: string) =>
        `${text.slice(0, key.offset)}"${next}"${text.slice(key.offset + key.length)}`
      for (const slip of misspell(name)) yield ['misspelled key', `${at}.${name}`, rename(slip)]
      yield ['doubled key', '', `${text.slice(0, key.offset)}"${name}": 1, ${text.slice(key.offset)}`]
      yield* changeNode(text, value, [...path, name])
    }
  }
  if (node.type === 'object') {
    for (const key of ['formula', '__proto__']) {
      yield [
        'unknown key',
        at,
        replace(source.replace('{', children.length > 0 ? `{"${key}": "x", ` : `{"${key}": "x"`)),
      ]
    }
  }
}

function* changeValue(value: unknown): Iterable<unknown> {
  if (typeof value === 'boolean') yield !value
  if (typeof value !== 'string') return
  yield ''
  yield* misspell(value)
  if (value.includes('{')) {
    yield* [value.replace('{', '{{'), value.replace('}', ''), value.replace('}', ':first}'), `${value}{`]
    yield value.replace(/\{\w+/, '{constructor')
  }
  if (value.startsWith('/')) {
    for (const start of ['http://evil.example', '/', '/\\evil.example', '/..', '/%2e%2e', '/.'])
      yield start + value
    yield* [value.slice(1), `${value}#x`, `${value} `, `${value}\r\nX: y`, `${value}\u0000`]
    for (const part of value.split('/').slice(1)) yield value.replace(`/${part}`, '')
  }
}

/** Misspellings of a word: a letter left out, doubled, replaced or appended. */
function misspell(word: string): readonly string[] {
  const middle = word.length >> 1
  return [
    word.slice(1),
    word.slice(0, middle) + word.charAt(middle) + word.slice(middle),
    `${word.slice(0, middle)}x${word.slice(middle + 1)}`,
    `${word}2`,
  ].filter((slip) => slip !== word && slip !== '')
}

function* breakSyntax(text: string): Iterable<Change> {
  const marks = [...text.matchAll(/[{}[\]:,"]/g)].map(({ index }) => index)
  for (const index of marks.filter((_, at) => at % 4 === 0)) {
    yield ['broken syntax', '', text.slice(0, index) + text.slice(index + 1)]
    yield ['broken syntax', '', text.slice(0, index)]
  }
  for (const [before, after] of [
    ['\n', '\n// a comment\n'],
    ['}\n', ',}\n'],
    ['"', "'"],
    [': ', ' = '],
  ] as const) {
    yield ['broken syntax', '', text.replace(before, after)]
  }
}
