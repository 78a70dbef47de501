import { z } from 'zod'
import type { Selection } from '../../engine/report-plan.ts'
import type { Api } from './api.ts'
import { openRemoteApi } from './remote-api.ts'

/** The arguments that say which API is asked, and what is chosen there. */
export const apiArguments = {
  url: z.url({ protocol: /^https?$/, error: 'an http or https address' }).optional(),
  token: z.string().prefault(() => process.env['API_TOKEN'] ?? ''),
  select: z
    .string()
    .regex(/^\w+=[^,=]+(,\w+=[^,=]+)*$/, 'such as year=2025,month=3')
    .optional(),
}

export const apiOptions = {
  url: { type: 'string' },
  token: { type: 'string' },
  select: { type: 'string' },
} as const

export const API_USAGE = '[--url URL --token TOKEN] [--select year=2025,month=3]'

/** The embedded API for the definitions of a folder, or the one that is named. */
export async function openApi(
  { url, token }: { readonly url?: string | undefined; readonly token: string },
  folder: string,
): Promise<Api> {
  if (url !== undefined) return openRemoteApi(url, token === '' ? null : token, new Date())
  // The server is loaded only where it is asked: most commands need nothing of it.
  const { openEmbeddedApi } = await import('./embedded-api.ts')
  return openEmbeddedApi(folder)
}

/** `year=2025,month=3` as a selection. */
export function selectionOf(text: string | undefined): Selection {
  const pairs = (text ?? '').split(',').filter((pair) => pair !== '')
  return Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]))
}
