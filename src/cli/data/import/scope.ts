import { plain } from './heading.ts'
import type { Scope } from './kind.ts'

/** The report type or direction that a text names: `MNO_TO_ROUTELINK`, or `MNO to Routelink`; null for none. */
export function readScope({ values }: Scope, text: string): string | null {
  return values.find((value) => plain(value) === plain(text)) ?? null
}

/** The one that a title begins with, such as `Routelink to MNO / International Carrier - Daily …`. */
export function scopeInTitle({ values }: Scope, title: string): string | null {
  return values.find((value) => plain(title).startsWith(plain(value))) ?? null
}
