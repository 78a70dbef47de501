/** A heading without regard to case, spaces, underscores: `Lost Calls`, `lostcalls` and `LOST_CALLS` are one. */
export const normalizeHeader = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '')

/** Whether a cell heads days or months, where no definition says what heads the key. */
export const isCommonKey = (heading: string): boolean =>
  /^(?:report)?(?:date|month)/.test(normalizeHeader(heading))

/** The texts that are there, each once. */
export const unique = (texts: readonly string[]): string[] => [...new Set(texts)]
