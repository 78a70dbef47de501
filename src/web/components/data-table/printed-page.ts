import { formatUtc } from '../page.tsx'

/** What is printed in the margins of every page. */
export interface PageMargins {
  readonly title: string
  readonly period: string
  /** Who prints, and when. */
  readonly origin: string
}

/** A text as a string of CSS. */
const quote = (text: string): string =>
  `"${text.replaceAll(/["\\<\p{Cc}]/gu, (character) => `\\${(character.codePointAt(0) ?? 0).toString(16)} `)}"`

const TEXT = 'font: 8pt sans-serif; color: #444444;'

/** The rules of the printed pages: landscape, with texts in the margins. */
export const formatPageRules = ({ title, period, origin }: PageMargins): string =>
  `@page { size: landscape; margin: 14mm 10mm 12mm; ` +
  `@top-left { content: ${quote(title)}; ${TEXT} font-weight: bold; text-align: left } ` +
  `@top-right { content: ${quote(period)}; ${TEXT} font-weight: bold; text-align: right } ` +
  `@bottom-left { content: ${quote(origin)}; ${TEXT} text-align: left } ` +
  `@bottom-right { content: "Page " counter(page) " of " counter(pages); ${TEXT} text-align: right } }`

const readMargins = (): PageMargins => {
  const { period = '', user = '' } = document.querySelector<HTMLElement>('[data-period]')?.dataset ?? {}
  return {
    title: document.querySelector('h1')?.textContent ?? document.title,
    period,
    origin: `Printed${user === '' ? '' : ` by ${user}`}, ${formatUtc(new Date())}`,
  }
}

const sheet = new CSSStyleSheet()
addEventListener('beforeprint', () => {
  sheet.replaceSync(formatPageRules(readMargins()))
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
})
addEventListener('afterprint', () => {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
})
