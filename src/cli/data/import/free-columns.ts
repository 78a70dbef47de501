import type { FreeColumns } from './kind.ts'
import { plain } from './heading.ts'

/** The carriers or directions of a month all stand in one answer, which more would make slow for everyone. */
export const MOST_NAMES = 2_000

/** So long that every name fits, and short enough for the index of every engine. */
const LONGEST = 500

/** The fields that a day of international minutes has beside its carriers, under every spelling (R60). */
const FIXED = new Set(
  [
    'id date report_date report_type created_at updated_at direction type',
    'airtel mtn 9mobile nine_mobile glo ida total grand_total',
  ].flatMap((names) => names.split(' ').map(plain)),
)

function textFault(heading: string): string | null {
  if (heading.length > LONGEST) return `has ${heading.length} characters; a name has at most ${LONGEST}`
  if (/\p{Cc}|[\p{Zl}\p{Zp}]/u.test(heading)) return 'holds a line break or another control character'
  return /\p{C}/u.test(heading) ? 'holds an invisible character; type the name anew' : null
}

/** Carriers bear any name but that of a fixed field; the name is kept as it is written, in Unicode's composed form (NFC). */
export const carriers: FreeColumns = {
  noun: 'carrier',
  nameOf: (written) => {
    const heading = written.normalize('NFC')
    const fault = textFault(heading)
    if (fault !== null) return { fault }
    return FIXED.has(plain(heading))
      ? { fault: 'is the name of a fixed field and cannot be a carrier here' }
      : { name: heading }
  },
}

/** `mtn_to_airtel`, `MTN to Airtel`, or as the portal shows it, `MTN → Airtel`; kept in small letters. */
export const directions: FreeColumns = {
  noun: 'direction',
  nameOf: (written) => {
    const heading = written.normalize('NFC')
    const fault = textFault(heading)
    if (fault !== null) return { fault }
    const parts = (heading.includes('→') ? heading.split('→') : heading.split(/_to_|\s+to\s+/i)).map(
      operatorOf,
    )
    if (parts.length !== 2 || parts.some((part) => part === '' || part.includes('_to_'))) {
      return { fault: 'is no direction; write mtn_to_airtel or MTN → Airtel' }
    }
    // Workbooks head directions in capital letters, from which the name must follow.
    const name = parts.join('_to_')
    const readBack = parts.map((part) => part.toUpperCase().toLowerCase()).join('_to_')
    return name === readBack
      ? { name }
      : { fault: `cannot be kept: its capital letters read back as others; write ${readBack}` }
  },
}

/** An operator as the portal spells it in a direction: local exchange has `nine_mobile` for its `9mobile`. */
function operatorOf(written: string): string {
  const name = written.trim().toLowerCase()
  return ['9mobile', 'ninemobile'].includes(plain(name)) ? '9mobile' : name
}
