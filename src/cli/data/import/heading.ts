/** A heading without regard to case, spaces, underscores: `9 Mobile`, `9mobile` and `9_MOBILE` are one. */
export const plain = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '')

const KEYS = new Set(['date', 'reportdate', 'month', 'reportmonth', 'month/mno'])

/** Whether a cell heads the column that says which day or month a row is about. */
export const isKeyHeading = (heading: string): boolean => KEYS.has(plain(heading))
