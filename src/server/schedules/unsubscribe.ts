import { createHmac, timingSafeEqual } from 'node:crypto'
import type { StoredSchedule } from './repository.ts'

/** Signs what ends the mails of a schedule to an address. */
const sign = (secret: string, address: string): Buffer =>
  createHmac('sha256', secret).update(address).digest()

/** Returns true if a token ends the mails of a schedule to an address. */
export function isSigned(
  { secret }: Pick<StoredSchedule, 'secret'>,
  address: string,
  token: string,
): boolean {
  const [given, wanted] = [Buffer.from(token, 'base64url'), sign(secret, address)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Formats the address that ends the mails of a schedule to a recipient (RFC 8058). */
export function formatUnsubscribeUrl(
  portalUrl: string,
  { id, secret }: StoredSchedule,
  address: string,
): string {
  const token = sign(secret, address).toString('base64url')
  return `${portalUrl}/v1/schedules/unsubscribe?${new URLSearchParams({ schedule: String(id), address, token }).toString()}`
}
