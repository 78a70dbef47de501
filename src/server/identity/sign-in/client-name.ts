/** Programs by the token of their User-Agent; a browser also contains the tokens of those that it descends from. */
const PROGRAMS: readonly (readonly [token: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/\b(?:OPR|Opera)\/(\d+)/, 'Opera'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [token: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]
const MAX_LENGTH = 60

/**
 * Describes the client of a request from its User-Agent, such as `Firefox 128, Windows`; the beginning of the header if
 * it is no known browser, empty without a header. A client can send any text: it is shown, never trusted.
 */
export function describeClient(userAgent = ''): string {
  // No text of the header is searched beyond what a browser sends.
  const text = userAgent.slice(0, 500).replaceAll(/[^\x20-\x7e]/g, '')
  const program = PROGRAMS.map(([token, name]) => ({ name, version: token.exec(text)?.[1] })).find(
    ({ version }) => version !== undefined,
  )
  if (program === undefined) return text.trim().slice(0, MAX_LENGTH)
  const system = SYSTEMS.find(([token]) => token.test(text))?.[1]
  return [`${program.name} ${program.version?.slice(0, 5)}`, ...(system === undefined ? [] : [system])].join(
    ', ',
  )
}
