import {
  encode,
  isObject,
  type Json,
  type Mutant,
  type Node,
  listNodes,
  misspell,
  setAt,
  renameKey,
  write,
} from './mutant.ts'

type Change = (definition: Json, text: string) => Iterable<Mutant>

const changed = (kind: string, definition: Json, { path }: Node, next: Json | undefined): Mutant => ({
  kind,
  path,
  bytes: write(setAt(definition, path, next)),
})

/** Keys that carry names of fields, columns, lists or definitions. */
const FIELDS = new Set(['field', 'ignoreFields'])
const REFERENCES = new Set(['use', 'sum', 'list', 'countBy', 'columns', 'by'])
const CALLS = new Set(['url'])
const CHOICES = new Map<string, readonly string[]>([
  ['requiredMessage', ['missing', 'all']],
  ['navigation', ['route', 'query']],
  ['fillMissing', ['none', 'months', 'days']],
  ['missing', ['zero', 'blank']],
  ['duplicates', ['last', 'error']],
  ['direction', ['ascending', 'descending']],
  ['role', ['series', 'total']],
  ['format', ['M/D/YYYY', 'YYYY-MM-DD']],
  ['errorFormat', ['text', 'json']],
])

const keyOf = ({ path }: Node): string => path.findLast((step) => typeof step === 'string') ?? ''
const isTemplate = ({ value }: Node): boolean => typeof value === 'string' && value.includes('{')

function* of(definition: Json, wanted: (node: Node) => boolean): Iterable<Node & { readonly value: Json }> {
  for (const node of listNodes(definition))
    if (node.path.length > 0 && node.path[0] !== '$schema' && wanted(node)) yield node
}

const textOf = ({ value }: Node): string => (typeof value === 'string' ? value : '')

const isText = (node: Node): boolean => typeof node.value === 'string'

/** Whether the names below are the author's own. */
const hasOwnNames = (path: Node['path']): boolean => {
  const name = path.at(-1)
  return name === 'params' || name === 'listPaths' || (name === 'labels' && path.includes('columns'))
}

function* misspelledKeys(definition: Json): Iterable<Mutant> {
  for (const node of of(definition, ({ path }) => typeof path.at(-1) === 'string')) {
    if (hasOwnNames(node.path.slice(0, -1))) continue
    for (const key of misspell(String(node.path.at(-1))).slice(0, 6)) {
      yield { kind: 'misspelled key', path: node.path, bytes: write(renameKey(definition, node.path, key)) }
    }
  }
}

function* unknownKeys(definition: Json): Iterable<Mutant> {
  for (const { path, value } of listNodes(definition)) {
    if (!isObject(value) || hasOwnNames(path)) continue
    for (const key of ['formula', 'visibleIf', 'sql']) {
      yield { kind: 'unknown key', path, bytes: write(setAt(definition, path, { ...value, [key]: 'x' })) }
    }
  }
}

function* missingParts(definition: Json): Iterable<Mutant> {
  for (const node of of(definition, () => true)) yield changed('missing part', definition, node, undefined)
}

function* wrongTypes(definition: Json): Iterable<Mutant> {
  const others: readonly Json[] = [7.5, true, null, 'text', [], {}, [['x']], -1]
  for (const node of of(definition, () => true)) {
    for (const other of others) {
      if (typeof other === typeof node.value && typeof other !== 'object') continue
      if (JSON.stringify(other) === JSON.stringify(node.value)) continue
      yield changed('wrong type', definition, node, other)
    }
  }
}

function* emptyTexts(definition: Json): Iterable<Mutant> {
  for (const node of of(definition, isText)) yield changed('empty text', definition, node, '')
}

function* renamedFields(definition: Json): Iterable<Mutant> {
  for (const node of of(definition, (node) => isText(node) && FIELDS.has(keyOf(node)))) {
    if (keyOf(node) === 'ignoreFields') continue
    for (const slip of misspell(textOf(node))) yield changed('renamed field', definition, node, slip)
  }
}

function* badReferences(definition: Json): Iterable<Mutant> {
  for (const node of of(definition, (node) => isText(node) && REFERENCES.has(keyOf(node)))) {
    for (const slip of misspell(textOf(node))) yield changed('bad reference', definition, node, slip)
  }
}

function* badTemplates(definition: Json): Iterable<Mutant> {
  for (const node of of(definition, isTemplate)) {
    const text = textOf(node)
    const name = /\{(\w+)/.exec(text)?.[1] ?? ''
    for (const slip of misspell(name)) {
      yield changed('bad template', definition, node, text.replace(`{${name}`, `{${slip}`))
    }
    for (const bad of [
      text.replace('{', '{{'),
      text.replace('}', ''),
      text.replace('{', '${'),
      text.replace('}', ':first}'),
      text.replace('}', ' }'),
      text.replace(/\{\w+/, '{constructor'),
      `${text}{`,
    ]) {
      yield changed('bad template', definition, node, bad)
    }
  }
}

function* foreignCalls(definition: Json): Iterable<Mutant> {
  for (const node of of(definition, (node) => isText(node) && CALLS.has(keyOf(node)))) {
    const call = textOf(node)
    for (const bad of [
      `http://evil.example${call}`,
      `https://evil.example${call}`,
      `/${call}`,
      `/\\evil.example${call}`,
      `/..${call}`,
      `/v1/..${call}`,
      `/%2e%2e${call}`,
      `/.${call}`,
      call.slice(1),
      `${call}#x`,
      `${call} `,
      `${call}\r\nX: y`,
      `${call}\u0000`,
      `javascript:alert(1)//${call}`,
    ]) {
      yield changed('foreign URL', definition, node, bad)
    }
  }
}

function* wrongCalls(definition: Json): Iterable<Mutant> {
  for (const node of of(definition, (node) => isText(node) && CALLS.has(keyOf(node)))) {
    const call = textOf(node)
    const parts = call.split('/')
    for (const index of parts.keys()) {
      if (index === 0) continue
      yield changed('wrong call', definition, node, parts.toSpliced(index, 1).join('/') || '/')
      yield changed('wrong call', definition, node, parts.toSpliced(index, 0, 'all').join('/'))
      const part = parts[index] ?? ''
      if (part.includes('{')) continue
      for (const slip of misspell(part).slice(0, 4)) {
        yield changed('wrong call', definition, node, parts.with(index, slip).join('/'))
      }
    }
    const names = [...call.matchAll(/\{[^}]+\}/g)].map(([whole]) => whole)
    for (const name of names) yield changed('wrong call', definition, node, call.replace(name, '1'))
    const [first, second] = names
    if (first !== undefined && second !== undefined) {
      const swapped = call.replace(first, '\u0001').replace(second, first).replace('\u0001', second)
      yield changed('wrong call', definition, node, swapped)
    }
  }
}

function* wrongValues(definition: Json): Iterable<Mutant> {
  for (const node of of(definition, ({ value }) => typeof value === 'number')) {
    for (const value of [-1, 0.5, 1e300, 2 ** 53]) yield changed('wrong value', definition, node, value)
  }
  for (const node of of(definition, (node) => CHOICES.has(keyOf(node)) || keyOf(node) === 'kind')) {
    for (const slip of misspell(textOf(node)).slice(0, 5))
      yield changed('wrong value', definition, node, slip)
  }
}

function* otherChoices(definition: Json): Iterable<Mutant> {
  for (const node of of(definition, (node) => CHOICES.has(keyOf(node)))) {
    for (const other of CHOICES.get(keyOf(node)) ?? []) {
      if (other !== node.value) yield changed('other choice', definition, node, other)
    }
  }
  for (const node of of(definition, ({ value }) => typeof value === 'boolean')) {
    yield changed('other choice', definition, node, node.value !== true)
  }
  for (const node of of(definition, (node) => keyOf(node) === 'color')) {
    yield changed('other choice', definition, node, '#123456')
  }
}

function* changedTexts(definition: Json): Iterable<Mutant> {
  const texts = new Set([
    'label',
    'title',
    'prompt',
    'hint',
    'unreachable',
    'rejected',
    'empty',
    'failureMessage',
    'fileName',
    'line',
    'pie',
    'bar',
    'breadcrumb',
    'total',
  ])
  for (const node of of(definition, (node) => isText(node) && texts.has(keyOf(node)))) {
    const text = textOf(node)
    yield changed('changed text', definition, node, `${text} x`)
    yield changed('changed text', definition, node, text.replace(/[A-Za-z]/, 'Q'))
    yield changed('changed text', definition, node, text.slice(0, -1) || 'x')
  }
}

function* movedEntries(definition: Json): Iterable<Mutant> {
  for (const { path, value } of listNodes(definition)) {
    if (
      !Array.isArray(value) ||
      ['ignoreFields', 'sum', 'columns'].includes(String(path.at(-1))) === (typeof value[0] === 'string')
    )
      continue
    for (const index of value.keys()) {
      if (index === 0) continue
      const swapped = value.with(index, value[index - 1] ?? null).with(index - 1, value[index] ?? null)
      yield { kind: 'moved entry', path, bytes: write(setAt(definition, path, swapped)) }
    }
  }
}

function* doubledEntries(definition: Json): Iterable<Mutant> {
  for (const { path, value } of listNodes(definition)) {
    if (!Array.isArray(value) || ['ignoreFields', 'breadcrumb'].includes(String(path.at(-1)))) continue
    for (const index of value.keys()) {
      if (path.includes('initiallyVisible')) continue
      const doubled = value.toSpliced(index, 0, value[index] ?? null)
      yield { kind: 'doubled entry', path, bytes: write(setAt(definition, path, doubled)) }
    }
  }
}

function* conflicts(definition: Json): Iterable<Mutant> {
  const others: readonly [readonly string[], Json][] = [
    [['id'], 'another-name'],
    [['id'], 'Monthly Report'],
    [['path'], '/report/daily-report-minutes'],
    [['path'], '/report/monthly-reports'],
    [['path'], '/report/daily-local-exchange-traffic'],
    [['path'], '/roles'],
    [['path'], '/report/a/b'],
    [['path'], '/report/../login'],
    ...[1, 2, 11, 13, 16, 17, 18, 19, 20].map((id): [readonly string[], Json] => [
      ['menu', 'permission'],
      id,
    ]),
  ]
  for (const [path, value] of others) {
    const bytes = write(setAt(definition, path, value))
    if (new TextDecoder().decode(bytes) !== new TextDecoder().decode(write(definition))) {
      yield { kind: 'conflict', path, bytes }
    }
  }
}

function* brokenSyntax(_: Json, text: string): Iterable<Mutant> {
  const marks = [...text.matchAll(/[{}[\]:,"]/g)].map(({ index }) => index)
  const step = Math.max(1, Math.floor(marks.length / 120))
  for (let index = 0; index < marks.length; index += step) {
    const at = marks[index] ?? 0
    yield { kind: 'broken syntax', path: [], bytes: encode(text.slice(0, at) + text.slice(at + 1)) }
    yield { kind: 'broken syntax', path: [], bytes: encode(text.slice(0, at)) }
  }
  for (const [before, after] of [
    ['\n', '\n// a comment\n'],
    ['"title"', '/* why */ "title"'],
    ['}\n', ',}\n'],
    ['"', "'"],
    [': ', ' = '],
  ] as const) {
    yield { kind: 'broken syntax', path: [], bytes: encode(text.replace(before, after)) }
  }
}

function* brokenBytes(_: Json, text: string): Iterable<Mutant> {
  const bytes = encode(text)
  for (const bad of [0x80, 0xc0, 0xe2, 0xff]) {
    for (const part of [0.2, 0.5, 0.8]) {
      const at = Math.floor(bytes.length * part)
      yield {
        kind: 'broken bytes',
        path: [],
        bytes: Uint8Array.from([...bytes.subarray(0, at), bad, ...bytes.subarray(at)]),
      }
    }
  }
}

function* doubledKeys(definition: Json, text: string): Iterable<Mutant> {
  for (const { index, 0: key } of text.matchAll(/"[A-Za-z$]+": /g)) {
    yield {
      kind: 'doubled key',
      path: [],
      bytes: encode(`${text.slice(0, index)}${key}1, ${text.slice(index)}`),
    }
  }
  for (const { path, value } of listNodes(definition)) {
    if (isObject(value)) {
      const own = JSON.stringify(value)
      const bytes = encode(
        text.includes(own)
          ? text.replace(own, `{"__proto__":{},${own.slice(1)}`)
          : text.replace('{', '{"__proto__":{},'),
      )
      yield { kind: 'doubled key', path, bytes }
    }
  }
}

const changes: readonly Change[] = [
  misspelledKeys,
  unknownKeys,
  missingParts,
  wrongTypes,
  emptyTexts,
  renamedFields,
  badReferences,
  badTemplates,
  foreignCalls,
  wrongCalls,
  wrongValues,
  otherChoices,
  changedTexts,
  movedEntries,
  doubledEntries,
  conflicts,
  brokenSyntax,
  brokenBytes,
  doubledKeys,
]

/** Every mistake of every kind, made once in a definition; no two files are the same. */
export function breakingMutants(text: string): Mutant[] {
  const definition = JSON.parse(text) as Json
  const seen = new Set([text, new TextDecoder().decode(write(definition))])
  return changes
    .flatMap((change) => [...change(definition, text)])
    .filter(({ bytes }) => {
      const key = Buffer.from(bytes).toString('latin1')
      const isNew = !seen.has(key) && !seen.has(Buffer.from(bytes).toString('utf8'))
      seen.add(key)
      return isNew
    })
}
