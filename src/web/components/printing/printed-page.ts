import { formatUtc } from '../page.tsx'
import './printed-page.css'

/** What is printed in the margins of every page. */
export interface PageMargins {
  readonly title: string
  readonly period: string
  /** Who prints, and when. */
  readonly origin: string
}

type Orientation = 'portrait' | 'landscape'

/** The width of the content in CSS pixels: that of A4 or of Letter, whichever is narrower, with margins of 10 mm. */
const CONTENT_WIDTHS: Readonly<Record<Orientation, number>> = { portrait: 716, landscape: 978 }

/** A text as a string of CSS. */
const quote = (text: string): string =>
  `"${text.replaceAll(/["\\<\p{Cc}]/gu, (character) => `\\${(character.codePointAt(0) ?? 0).toString(16)} `)}"`

const TEXT = 'font: 8pt sans-serif; color: #444444;'

/** The rules of the printed pages: their orientation, and their texts in the margins. */
export const formatPageRules = (orientation: Orientation, { title, period, origin }: PageMargins): string =>
  `@page { size: ${orientation}; margin: 14mm 10mm 12mm; ` +
  `@top-left { content: ${quote(title)}; ${TEXT} font-weight: bold; text-align: left } ` +
  `@top-right { content: ${quote(period)}; ${TEXT} font-weight: bold; text-align: right } ` +
  `@bottom-left { content: ${quote(origin)}; ${TEXT} text-align: left } ` +
  `@bottom-right { content: "Page " counter(page) " of " counter(pages); ${TEXT} text-align: right } }`

let orientation: Orientation = 'landscape'
let sheet: CSSStyleSheet | null = null

/** How much smaller a table is printed so that it fits a page, and one that does not. */
const LEAST_SCALE = 0.82
const PARTS_SCALE = 0.9

/** The paper for a table. */
export interface Paper {
  readonly orientation: Orientation
  /** The width of the content in CSS pixels. */
  readonly available: number
  readonly scale: number
}

/** Upright paper for a narrow table; a wide one is printed smaller, as far as it stays readable. */
export function choosePaper(width: number): Paper {
  const { portrait, landscape } = CONTENT_WIDTHS
  if (width <= portrait) return { orientation: 'portrait', available: portrait, scale: 1 }
  const scale = Math.min(1, landscape / width)
  return {
    orientation: 'landscape',
    available: landscape,
    scale: scale < LEAST_SCALE ? PARTS_SCALE : scale,
  }
}

/** Sets the orientation of the pages of this print. */
export function setOrientation(next: Orientation): void {
  orientation = next
  sheet?.replaceSync(formatPageRules(orientation, readMargins()))
}

const readMargins = (): PageMargins => {
  const { period = '', user = '' } = document.querySelector<HTMLElement>('[data-period]')?.dataset ?? {}
  return {
    title: document.querySelector('h1')?.textContent ?? document.title,
    period,
    origin: `Printed${user === '' ? '' : ` by ${user}`}, ${formatUtc(new Date())}`,
  }
}

/** Sets up the pages of every print of this page: landscape, unless a table is narrow. */
function startPrinting(): void {
  addEventListener('beforeprint', () => {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(formatPageRules(orientation, readMargins()))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })
  addEventListener('afterprint', () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    sheet = null
    orientation = 'landscape'
  })
}

startPrinting()
