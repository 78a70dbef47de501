/** A heading without regard to case, spaces, underscores: `9 Mobile`, `9mobile` and `9_MOBILE` are one. */
export const plain = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '')

/** The texts that are there, each once. */
export const unique = (texts: readonly string[]): string[] => [...new Set(texts)]
