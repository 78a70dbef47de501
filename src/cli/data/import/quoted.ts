const LONGEST = 60

/** Anything that would steer a terminal or hide in it: control characters, direction marks, halves of a pair. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** A text of a file as a message may show it: short, and without what would steer a terminal (S86). */
export function shown(text: string): string {
  const fit = text.replaceAll(UNFIT, '�')
  return fit.length <= LONGEST ? fit : `${fit.slice(0, LONGEST).replaceAll(/\p{Cs}$/gu, '')}…`
}

export const quoted = (text: string): string => `'${shown(text)}'`
