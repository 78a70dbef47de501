/** Markup that is already safe; every other text is escaped on its way in. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | readonly Html[]

/** HTML from a template: what is filled in is shown as text, unless it is markup made here (R7). */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(
    strings.map((text, index) => text + (index < parts.length ? render(parts[index] ?? '') : '')).join(''),
  )
}

function render(part: Part): string {
  if (part instanceof Html) return part.text
  if (typeof part === 'string') return escape(part)
  return typeof part === 'number' ? String(part) : part.map(({ text }) => text).join('')
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

const escape = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES.get(character) ?? character)
