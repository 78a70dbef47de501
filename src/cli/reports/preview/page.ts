import { Html, html } from './html.ts'

const STYLE = `
:root { color: #14191d; font: 14px/1.5 system-ui, sans-serif; }
body { margin: 24px auto; max-width: 1100px; padding: 0 16px; }
h1 { font-size: 22px; } h2 { border-top: 2px solid #e2e5e8; font-size: 18px; margin-top: 40px; padding-top: 16px; }
h3 { font-size: 15px; margin-top: 28px; } .quiet { color: #48525b; }
.wide { overflow-x: auto; } svg { height: auto; max-width: 100%; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid #e2e5e8; padding: 3px 10px; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; } tfoot td { border-top: 2px solid #14191d; font-weight: 700; }
.none td { color: #7a848c; } dl { display: grid; gap: 4px 16px; grid-template-columns: max-content 1fr; } dt { color: #48525b; }
dd { margin: 0; } code { background: #f2f4f5; padding: 1px 4px; }
`

/** A page of its own: no script, nothing from elsewhere. */
export function page(title: string, body: Html): string {
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
