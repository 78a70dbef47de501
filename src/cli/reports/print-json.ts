const WIDTH = 100

/** Formats JSON; an object or list that fits into a line is written in one. */
export function printJson(value: Json): string {
  return `${print(value, 0, 0)}\n`
}

function print(value: Json, indent: number, before: number): string {
  const flat = inline(value)
  if (indent > 0 && indent + before + flat.length <= WIDTH) return flat
  const inner = ' '.repeat(indent + 2)
  const end = `\n${' '.repeat(indent)}`
  if (Array.isArray(value)) {
    const lines = value.map((entry: Json) => `${inner}${print(entry, indent + 2, 0)}`)
    return `[\n${lines.join(',\n')}${end}]`
  }
  if (typeof value !== 'object' || value === null) return flat
  const lines = Object.entries(value).map(([key, entry]) => {
    const name = `${JSON.stringify(key)}: `
    return `${inner}${name}${print(entry, indent + 2, name.length)}`
  })
  return `{\n${lines.join(',\n')}${end}}`
}

function inline(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((entry: Json) => inline(entry)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}: ${inline(entry)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
