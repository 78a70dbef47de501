const STYLE = `
:root { color: #14191d; font: 14px/1.5 system-ui, sans-serif; }
body { margin: 24px auto; max-width: 1100px; padding: 0 16px; }
h1 { font-size: 22px; } h2 { border-top: 2px solid #e2e5e8; font-size: 18px; margin-top: 40px; padding-top: 16px; }
h3 { font-size: 15px; margin-top: 28px; } .quiet { color: #48525b; }
.wide { overflow-x: auto; } svg { height: auto; max-width: 100%; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid #e2e5e8; padding: 3px 10px; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; } tfoot td { border-top: 2px solid #14191d; font-weight: 700; }
.none td, .location { color: #6b757d; } .location { font: 12px ui-monospace, monospace; white-space: nowrap; }
 dl { display: grid; gap: 4px 16px; grid-template-columns: max-content 1fr; } dt { color: #48525b; }
dd { margin: 0; } code { background: #f2f4f5; padding: 1px 4px; }
`

/** A page of its own: no script, nothing from elsewhere. */
export function renderPage(title: string, body: Html): string {
  const policy = "default-src 'none'; style-src 'unsafe-inline'"
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <meta http-equiv="Content-Security-Policy" content="${policy}" />
      <title>${title}</title>
      <style>
        ${new Html(STYLE)}
      </style>
      ${body}
    </html> `.text
}

/** Markup that is already safe; every other text is escaped on its way in. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | readonly Html[]

/** HTML from a template: what is filled in is shown as text, unless it is markup made here. */
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
