import { getCellText } from '../../../reading/cells.ts'
import type { Heading } from '../../../reading/headings.ts'
import { profileColumn, summarizeProfile, type Summary } from '../../../reading/profile.ts'
import { findRole } from './column-mapping.ts'
import type { ImportTarget } from './import-target.ts'
import type { Role } from './match-headings.ts'

/** What a column is read as, by its role. */
const words: { readonly [K in Role['kind']]: (role: Role & { readonly kind: K }) => string } = {
  key: () => 'key',
  day: () => 'day',
  year: () => 'year',
  computed: () => 'computed, left out',
  dimension: ({ dimension }) => dimension.id,
  amount: ({ name }) => `amount ${name}`,
  total: () => 'total, checked',
  text: ({ text }) => `text ${text.field}`,
}

const describeRole = <K extends Role['kind']>(role: Role & { readonly kind: K }): string =>
  words[role.kind](role)

/** The most columns that are profiled. */
const MAX_COLUMNS = 50

/** Summarizes the columns of a file, the first ones of many. */
export function profileFile(target: ImportTarget, { header, below }: Heading): Summary[] {
  return header.cells.slice(0, MAX_COLUMNS).map((cell, index) => {
    const heading = getCellText(cell)
    const role = findRole(target, heading)
    const name = typeof role === 'object' && role.kind === 'amount' ? role.name : undefined
    const profile = profileColumn(below, { index, heading, name }, target.dataset.read)
    if (typeof role === 'string') return summarizeProfile(profile, 'nothing', true)
    return summarizeProfile(profile, describeRole(role), !['key', 'day', 'year'].includes(role.kind))
  })
}
