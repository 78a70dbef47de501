import { escapeHtml } from '../../../report/table/copied-cells.ts'
import type { Mail } from '../mail/mailer.ts'
import type { FigureTable, Rendered, RenderedView } from './render.ts'

/** Contains what a mail says besides its figures. */
interface MailFrame {
  readonly title: string
  readonly product: string
  /** The address of the portal, without a slash at its end. */
  readonly portalUrl: string
  /** The path that opens what the mail shows. */
  readonly path: string
  /** What the path does; `Open in` the portal by default. */
  readonly action?: string
  /** Who has it sent, and where its recipient ends such mails; a mail about an account has none. */
  readonly sender?: { readonly owner: string; readonly unsubscribeUrl: string }
  /** What it says above the figures, such as that it is late; empty texts are left out. */
  readonly notices: readonly string[]
}

export type BuiltMail = Pick<Mail, 'subject' | 'text' | 'html' | 'attachments'>

const NO_FIGURES: Rendered = { views: [], workbook: null }

/** Builds a mail in HTML and plain text. The HTML has no colours but those that are readable on light and dark. */
export function buildMail(frame: MailFrame, { views, workbook } = NO_FIGURES): BuiltMail {
  const { title, product, portalUrl, path, action = `Open in ${product}`, notices, sender } = frame
  const periods = [...new Set(views.map(({ period }) => period))]
  const [only = ''] = periods.length === 1 ? periods : []
  const period = title.includes(only) ? '' : only
  // A view says its period where neither the mail nor its heading does.
  const parts = views.map((view) => {
    const isSaid = periods.length === 1 || view.title.includes(view.period)
    return isSaid ? { ...view, period: '' } : view
  })
  const attached = workbook === null ? '' : `The workbook ${workbook.name} is attached.`
  const why = sender === undefined ? '' : `${sender.owner} has this mail sent to you by ${product}.`
  const lines = [period, ...notices, attached].filter((line) => line !== '')
  const sections = parts.map(
    ({ title: heading, period: days, figure, figures, notes, chart, url }, index) => [
      ...(heading === title ? [] : [`<h2 style="${HEADING}">${link(portalUrl + url, heading)}</h2>`]),
      ...(days === '' ? [] : [formatLine(days, MUTED)]),
      ...(chart === null
        ? []
        : [`<img src="cid:chart-${index + 1}" alt="${escapeHtml(`Chart: ${heading}`)}" style="${IMAGE}">`]),
      ...(figure === null ? [] : [formatLine(figure.value, FIGURE), formatLine(describe(figure), MUTED)]),
      ...(figures === null ? [] : [formatTable(figures)]),
      ...[figures?.notShown ?? '', ...notes].filter(Boolean).map((note) => formatLine(note, MUTED)),
    ],
  )
  const footer =
    sender === undefined
      ? ''
      : `<p style="${MUTED};border-top:1px solid ${LINE};padding-top:12px">${escapeHtml(why)} ${link(sender.unsubscribeUrl, 'Unsubscribe')}</p>`
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:16px;font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:14px;line-height:20px">
<div style="max-width:600px;margin:0 auto">
${formatLine(product, MUTED)}
<h1 style="font-size:20px;line-height:26px;margin:4px 0">${escapeHtml(title)}</h1>
${lines.map((line) => formatLine(line, 'margin:4px 0')).join('\n')}
${sections.flat().join('\n')}
<p style="margin:24px 0">${link(portalUrl + path, action, BUTTON)}</p>
${footer}
</div></body></html>
`
  const text = [
    title,
    lines.join('\n'),
    ...parts.map(({ title: heading, period: days, figure, figures, notes }) => {
      const number = figure === null ? '' : `${figure.value}  ${describe(figure)}`
      const table = figures === null ? [] : [formatPlainTable(figures), figures.notShown]
      const head = heading === title ? '' : `${[heading, days].filter(Boolean).join('\n')}\n`
      return [head, number, ...table, ...notes].filter(Boolean).join('\n')
    }),
    `${action}: ${portalUrl}${path}`,
    sender === undefined ? '' : `${why}\nUnsubscribe: ${sender.unsubscribeUrl}`,
  ]
  return {
    subject: (period === '' ? title : `${title}: ${period}`)
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .slice(0, 200),
    text: `${text.filter((part) => part !== '').join('\n\n')}\n`,
    html,
    attachments: [
      ...views.flatMap(({ chart }, index) => {
        const cid = `chart-${index + 1}`
        return chart === null ? [] : [{ cid, name: `${cid}.png`, file: chart }]
      }),
      ...(workbook === null ? [] : [workbook]),
    ],
  }
}

const describe = ({ label, change }: NonNullable<RenderedView['figure']>): string =>
  [label, change].filter((text) => text !== '').join(', ')

const LINE = '#8888'
const MUTED = 'margin:0;font-size:12px;line-height:18px;opacity:.75'
const HEADING = 'font-size:16px;line-height:22px;margin:24px 0 8px'
const IMAGE = 'width:100%;max-width:600px;height:auto;border-radius:6px;margin:0 0 12px'
const BUTTON =
  'display:inline-block;padding:8px 16px;border-radius:6px;background:#0d6660;color:#ffffff;text-decoration:none'
const FIGURE = 'font-size:24px;line-height:32px;font-weight:600;margin:4px 0 0'
const TABLE = 'border-collapse:collapse;width:100%;font-size:12px'
const CELL = `padding:4px;border-bottom:1px solid ${LINE};font-variant-numeric:tabular-nums`

const formatLine = (text: string, style: string): string => `<p style="${style}">${escapeHtml(text)}</p>`

const link = (url: string, text: string, style = 'color:inherit'): string =>
  `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(text)}</a>`

function formatTable({ header, rows, totals }: FigureTable): string {
  const formatRow = (cells: readonly string[], isStrong = false) => {
    const row = cells.map((cell, index) => {
      const align = index === 0 ? 'left' : 'right'
      const style = `${CELL};text-align:${align};font-weight:${isStrong ? 600 : 400}`
      return `<td align="${align}" style="${style}">${escapeHtml(cell)}</td>`
    })
    return `<tr>${row.join('')}</tr>`
  }
  const lines = [
    formatRow(header, true),
    ...rows.map((row) => formatRow(row)),
    ...totals.map((row, index) => formatRow(row, index === 0)),
  ]
  return `<div style="overflow-x:auto"><table cellspacing="0" cellpadding="0" style="${TABLE}">${lines.join('')}</table></div>`
}

function formatPlainTable({ header, rows, totals }: FigureTable): string {
  const all = [header, ...rows, ...totals]
  const widths = header.map((_, index) => Math.max(...all.map((row) => (row[index] ?? '').length)))
  const pad = (cell: string, index: number) =>
    index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)
  return all.map((row) => row.map(pad).join('  ').trimEnd()).join('\n')
}
