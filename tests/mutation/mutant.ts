/** A definition file with one thing changed. */
export interface Mutant {
  /** What kind of mistake it is. */
  readonly kind: string
  /** Where it was made; empty for the file as a whole. */
  readonly path: readonly (string | number)[]
  readonly bytes: Uint8Array
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonPath = readonly (string | number)[]

export interface Node {
  readonly path: JsonPath
  readonly value: Json
}

/** Every value of a document, with the way to it. */
export function nodesOf(value: Json, path: JsonPath = []): Node[] {
  const below = Array.isArray(value)
    ? value.flatMap((entry: Json, index) => nodesOf(entry, [...path, index]))
    : isObject(value)
      ? Object.entries(value).flatMap(([key, entry]) => nodesOf(entry, [...path, key]))
      : []
  return [{ path, value }, ...below]
}

export function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The document with another value at a path; undefined takes the key or entry away. */
export function withAt(value: Json, [step, ...rest]: JsonPath, next: Json | undefined): Json {
  if (step === undefined) return next ?? null
  if (Array.isArray(value)) {
    return value.flatMap((entry: Json, index): Json[] =>
      index !== step ? [entry] : rest.length === 0 && next === undefined ? [] : [withAt(entry, rest, next)],
    )
  }
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) =>
      key !== step
        ? [[key, entry]]
        : rest.length === 0 && next === undefined
          ? []
          : [[key, withAt(entry, rest, next)]],
    ),
  )
}

/** The document with a key of an object written otherwise, at its place. */
export function withKey(value: Json, path: JsonPath, key: string): Json {
  const parent = path.slice(0, -1)
  const object = parent.reduce<Json>((at, step) => childOf(at, step), value)
  if (!isObject(object)) return value
  const renamed = Object.entries(object).map(([name, entry]) => [name === path.at(-1) ? key : name, entry])
  return withAt(value, parent, Object.fromEntries(renamed))
}

function childOf(value: Json, step: string | number): Json {
  if (Array.isArray(value)) return typeof step === 'number' ? (value[step] ?? null) : null
  return isObject(value) ? (value[String(step)] ?? null) : null
}

/** Slips of the hand: a letter left out, doubled, swapped, put in place of another, appended. */
export function slips(word: string): string[] {
  const places = [...new Set([0, Math.floor(word.length / 2), word.length - 1])].filter((place) => place >= 0)
  const found = places.flatMap((at) => [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word.charAt(at) + word.slice(at),
    word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
    `${word.slice(0, at)}x${word.slice(at + 1)}`,
  ])
  return [...new Set([...found, `${word}2`])].filter((slip) => slip !== word && slip !== '')
}

export const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
export const write = (value: Json): Uint8Array => encode(`${JSON.stringify(value, null, 2)}\n`)
