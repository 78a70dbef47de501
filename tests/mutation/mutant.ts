/** A definition file with one thing changed. */
export interface Mutant {
  /** The kind of change. */
  readonly kind: string
  /** The path of the changed value; empty for the whole file. */
  readonly path: readonly (string | number)[]
  readonly bytes: Uint8Array
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonPath = readonly (string | number)[]

export interface Node {
  readonly path: JsonPath
  readonly value: Json
}

/** Every value of a document with its path. */
export function listNodes(value: Json, path: JsonPath = []): Node[] {
  const below = Array.isArray(value)
    ? value.flatMap((entry: Json, index) => listNodes(entry, [...path, index]))
    : isObject(value)
      ? Object.entries(value).flatMap(([key, entry]) => listNodes(entry, [...path, key]))
      : []
  return [{ path, value }, ...below]
}

export function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The document with another value at a path; undefined removes the key or entry. */
export function setAt(value: Json, [step, ...rest]: JsonPath, next: Json | undefined): Json {
  if (step === undefined) return next ?? null
  if (Array.isArray(value)) {
    return value.flatMap((entry: Json, index): Json[] =>
      index !== step ? [entry] : rest.length === 0 && next === undefined ? [] : [setAt(entry, rest, next)],
    )
  }
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) =>
      key !== step
        ? [[key, entry]]
        : rest.length === 0 && next === undefined
          ? []
          : [[key, setAt(entry, rest, next)]],
    ),
  )
}

/** The document with a key of an object renamed; the order of keys stays. */
export function renameKey(value: Json, path: JsonPath, key: string): Json {
  const parent = path.slice(0, -1)
  const object = parent.reduce<Json>((at, step) => getChild(at, step), value)
  if (!isObject(object)) return value
  const renamed = Object.entries(object).map(([name, entry]) => [name === path.at(-1) ? key : name, entry])
  return setAt(value, parent, Object.fromEntries(renamed))
}

function getChild(value: Json, step: string | number): Json {
  if (Array.isArray(value)) return typeof step === 'number' ? (value[step] ?? null) : null
  return isObject(value) ? (value[String(step)] ?? null) : null
}

/** Misspellings of a word: a letter left out, doubled, swapped, replaced or appended. */
export function misspell(word: string): string[] {
  const positions = [...new Set([0, Math.floor(word.length / 2), word.length - 1])].filter(
    (position) => position >= 0,
  )
  const found = positions.flatMap((at) => [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word.charAt(at) + word.slice(at),
    word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
    `${word.slice(0, at)}x${word.slice(at + 1)}`,
  ])
  return [...new Set([...found, `${word}2`])].filter((variant) => variant !== word && variant !== '')
}

export const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
export const write = (value: Json): Uint8Array => encode(`${JSON.stringify(value, null, 2)}\n`)
