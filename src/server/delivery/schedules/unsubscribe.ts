import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { UnsubscribeQuery } from '../../../../schemas/api/schedule.ts'
import { escapeHtml } from '../../../report/table/copied-cells.ts'
import type { StoredSchedule } from './schedule-repository.ts'

/** Signs what ends the mails of a schedule to an address. */
const sign = (secret: string, address: string): Buffer =>
  createHmac('sha256', secret).update(address).digest()

/** Returns true if a token ends the mails of a schedule to an address. */
export function isSigned({ secret }: Pick<StoredSchedule, 'secret'>, address: string, token: string) {
  const [given, wanted] = [Buffer.from(token, 'base64url'), sign(secret, address)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Formats the address that ends the mails of a schedule to a recipient (RFC 8058). */
export function formatUnsubscribeUrl(portalUrl: string, { id, secret }: StoredSchedule, address: string) {
  const token = sign(secret, address).toString('base64url')
  return `${portalUrl}/v1/schedules/unsubscribe?${new URLSearchParams({ schedule: String(id), address, token }).toString()}`
}

/** Formats what ends the mails, or takes the end back. */
export function formatUnsubscribeForm({ schedule, address, token }: UnsubscribeQuery, again: boolean) {
  const more = again ? { again: 'true' } : {}
  const query = new URLSearchParams({ schedule: String(schedule), address, token, ...more })
  const [classes, text] = again
    ? ['mt-3 rounded-control text-accent underline underline-offset-2', 'Send them again']
    : [
        'mt-5 h-8 w-full rounded-control bg-accent px-3 font-medium text-on-accent hover:bg-accent-hover',
        'Unsubscribe',
      ]
  return `<form method="post" action="?${escapeHtml(query.toString())}"><button class="${classes}">${text}</button></form>`
}

const STYLE_SHEET = /<link rel="stylesheet"[^>]*>/

/** Creates what formats the pages of the end of mails. They have the style sheet and classes of the built portal. */
export function createUnsubscribePage(portalFolder: string | undefined) {
  const portal = portalFolder === undefined ? '' : readFileSync(join(portalFolder, 'index.html'), 'utf8')
  const [style = ''] = STYLE_SHEET.exec(portal) ?? []
  return (text: string, form = ''): string =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Unsubscribe</title>${style}</head><body><main class="mx-auto max-w-[400px] px-4 pt-[8dvh]"><div class="card-surface p-6"><h1 class="text-xl font-semibold tracking-tight">Unsubscribe</h1><p class="mt-1 break-words text-soft">${escapeHtml(text)}</p>${form}</div></main></body></html>`
}
