import type { FreeColumns } from './kind.ts'
import { plain } from './heading.ts'

/** The carriers of a month all stand in one answer, which larger ones would make slow for everyone. */
export const MOST_CARRIERS = 2_000

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
    const [source = '', destination = ''] = parts
    return parts.length === 2 &&
      source !== '' &&
      destination !== '' &&
      !parts.some((part) => part.includes('_to_'))
      ? { name: `${source}_to_${destination}` }
      : { fault: 'is no direction; write mtn_to_airtel or MTN → Airtel' }
  },
}

/** An operator as the portal spells it in a direction: local exchange has `nine_mobile` for its `9mobile`. */
function operatorOf(written: string): string {
  const name = written.trim().toLowerCase()
  return ['9mobile', 'ninemobile'].includes(plain(name)) ? '9mobile' : name
}
