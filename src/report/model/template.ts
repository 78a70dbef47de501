/** A placeholder of a template: `{month:2}` is `{ name: 'month', filter: '2' }`. */
export interface Placeholder {
  readonly name: string
  readonly filter: string | null
}

const PLACEHOLDER = /\{([A-Za-z][A-Za-z0-9]*)(?::([a-z0-9]+))?\}/g

type Filter = (value: string) => string

const filters: Readonly<Record<string, Filter>> = {
  lower: (value) => value.toLowerCase(),
  upper: (value) => value.toUpperCase(),
  snake: (value) =>
    value
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^_+|_+$/g, ''),
  dash: (value) => value.replaceAll(/\s+/g, '-'),
  '2': (value) => value.padStart(2, '0'),
  year: (value) => value.slice(0, 4),
  month: (value) => value.slice(5, 7),
  day: (value) => value.slice(8, 10),
}

export const datePartNames: readonly string[] = ['year', 'month', 'day']

export const filterNames: readonly string[] = Object.keys(filters)

export function getPlaceholders(template: string): Placeholder[] {
  return [...template.matchAll(PLACEHOLDER)].map((match) => ({
    name: match[1] ?? '',
    filter: match[2] ?? null,
  }))
}

/**
 * Fills the placeholders that `values` contains and leaves the others unchanged, so that a template can be
 * filled in two stages. Values are never read as templates. An unknown filter leaves the value as it is; the
 * compiler rejects such a template.
 */
export function renderTemplate(
  template: string,
  values: ReadonlyMap<string, string>,
  encode: (value: string, name: string) => string = (value) => value,
): string {
  return template.replaceAll(PLACEHOLDER, (whole: string, name: string, filter: string | undefined) => {
    const value = values.get(name)
    if (value === undefined) return whole
    return encode(filter === undefined ? value : (filters[filter]?.(value) ?? value), name)
  })
}

/**
 * Fills a URL: each value becomes one part of a path or query, whatever characters it contains. The commas between the
 * values of a name in `lists` stay.
 */
export function renderUrl(
  call: string,
  values: ReadonlyMap<string, string>,
  lists: ReadonlySet<string> = new Set(),
): string {
  return renderTemplate(call, values, (value, name) => {
    const encoded = encodeURIComponent(value)
    return lists.has(name) ? encoded.replaceAll('%2C', ',') : encoded
  })
}

export interface RequestUrl {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}

export function parseRequestUrl(call: string): RequestUrl {
  const [path = '', ...query] = call.split('?')
  return { path, query: Object.fromEntries(new URLSearchParams(query.join('?'))) }
}
