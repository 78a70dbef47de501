import type { FigureTable, Rendered } from './render.ts'

/** What a mail says beside its figures. */
export interface MailFrame {
  readonly title: string
  readonly product: string
  /** The address of the portal, without a slash at its end. */
  readonly portalUrl: string
  /** The path that opens what the mail shows. */
  readonly path: string
  /** Who sends it. */
  readonly owner: string
  /** What it says above the figures, such as that it is late; empty texts are left out. */
  readonly notices: readonly string[]
  readonly unsubscribeUrl: string
}

/** The parts of a mail to one recipient; `cid` names an image in the HTML. */
export interface BuiltMail {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly images: readonly { readonly cid: string; readonly file: Uint8Array }[]
  readonly attachments: readonly { readonly name: string; readonly file: Uint8Array }[]
}

/** Builds a mail in HTML and plain text. The HTML has no colours but those that are readable on light and dark. */
export function buildMail(frame: MailFrame, { views, workbook }: Rendered): BuiltMail {
  const { title, product, portalUrl, path, owner, notices, unsubscribeUrl } = frame
  const periods = [...new Set(views.map(({ period }) => period))]
  const [only = ''] = periods.length === 1 ? periods : []
  const period = title.includes(only) ? '' : only
  const attached = workbook === null ? '' : `The workbook ${workbook.name} is attached.`
  const why = `${owner} has this mail sent to you by ${product}.`
  const images = views.flatMap(({ chart }, index) =>
    chart === null ? [] : [{ cid: `chart-${index + 1}`, file: chart }],
  )
  const sections = views.map(({ title: heading, figures, notes, chart, url }, index) => {
    const image =
      chart === null
        ? ''
        : `<img src="cid:chart-${index + 1}" alt="${escape(`Chart: ${heading}`)}" width="600" style="width:100%;max-width:600px;height:auto;border-radius:6px;margin:0 0 12px">`
    const link = escape(portalUrl + url)
    const top =
      heading === title
        ? ''
        : `<h2 style="font-size:16px;line-height:22px;margin:24px 0 8px"><a href="${link}" style="color:inherit">${escape(heading)}</a></h2>`
    return `${top}${image}${formatTable(figures)}${notes.map((note) => `<p style="${MUTED}">${escape(note)}</p>`).join('')}`
  })
  const lines = [period, ...notices, attached].filter((line) => line !== '')
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escape(title)}</title></head>
<body style="margin:0;padding:16px;font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:14px;line-height:20px">
<div style="max-width:600px;margin:0 auto">
<p style="${MUTED}">${escape(product)}</p>
<h1 style="font-size:20px;line-height:26px;margin:4px 0">${escape(title)}</h1>
${lines.map((line) => `<p style="margin:4px 0">${escape(line)}</p>`).join('\n')}
${sections.join('\n')}
<p style="margin:24px 0"><a href="${escape(portalUrl + path)}" style="${BUTTON}">Open in ${escape(product)}</a></p>
<p style="${MUTED};border-top:1px solid ${LINE};padding-top:12px">${escape(why)} <a href="${escape(unsubscribeUrl)}" style="color:inherit">Unsubscribe</a></p>
</div></body></html>
`
  const text = [
    title,
    lines.join('\n'),
    ...views.map(({ title: heading, figures, notes }) =>
      [`${heading}\n`, formatPlainTable(figures), ...notes].join('\n'),
    ),
    `Open in ${product}: ${portalUrl}${path}`,
    `${why}\nUnsubscribe: ${unsubscribeUrl}`,
  ]
  const subject = (period === '' ? title : `${title}: ${period}`)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, 200)
  const attachments = workbook === null ? [] : [workbook]
  return { subject, text: `${text.filter((part) => part !== '').join('\n\n')}\n`, html, images, attachments }
}

const LINE = '#8888'
const MUTED = 'margin:0;font-size:12px;line-height:18px;opacity:.75'
const BUTTON =
  'display:inline-block;padding:8px 16px;border-radius:6px;background:#1f5fbf;color:#ffffff;text-decoration:none'
const CELL = `padding:4px;border-bottom:1px solid ${LINE};font-variant-numeric:tabular-nums`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')

const describeMore = ({ moreRows }: FigureTable): string =>
  moreRows === 0 ? '' : `${moreRows} more ${moreRows === 1 ? 'row' : 'rows'}`

function formatTable(figures: FigureTable): string {
  const { header, rows, total } = figures
  const formatRow = (cells: readonly string[], tag: 'td' | 'th', weight = 400) => {
    const row = cells.map((cell, index) => {
      const align = index === 0 ? 'left' : 'right'
      return `<${tag} align="${align}" style="${CELL};text-align:${align};font-weight:${weight}">${escape(cell)}</${tag}>`
    })
    return `<tr>${row.join('')}</tr>`
  }
  const lines = [
    formatRow(header, 'th', 600),
    ...rows.map((row) => formatRow(row, 'td')),
    ...(total === null ? [] : [formatRow(total, 'td', 600)]),
  ]
  const more = describeMore(figures)
  const note = more === '' ? '' : `<p style="${MUTED};padding-top:4px">${more}</p>`
  return `<div style="overflow-x:auto"><table cellspacing="0" cellpadding="0" style="border-collapse:collapse;width:100%;font-size:12px">${lines.join('')}</table></div>${note}`
}

function formatPlainTable(figures: FigureTable): string {
  const { header, rows, total } = figures
  const all = [header, ...rows, ...(total === null ? [] : [total])]
  const widths = header.map((_, index) => Math.max(...all.map((row) => (row[index] ?? '').length)))
  const pad = (cell: string, index: number) =>
    index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)
  const lines = all.map((row) => row.map(pad).join('  ').trimEnd())
  return [...lines, ...[describeMore(figures)].filter((line) => line !== '')].join('\n')
}
