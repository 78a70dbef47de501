import { z } from 'zod'
import type { Selection } from '../../engine/report-plan.ts'
import type { Api } from './api.ts'
import { openRemoteApi } from './remote-api.ts'

/** The arguments that say which API is asked, and what is chosen there. */
export const apiArguments = {
  url: z.url({ protocol: /^https?$/, error: 'an http or https address' }).optional(),
  token: z
    .undefined({
      error:
        'a token is not accepted as an argument, which other users of the machine can see and the shell keeps in its history; set API_TOKEN in the environment instead',
    })
    .optional(),
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

export const API_USAGE = '[--url URL (its token in API_TOKEN)] [--select year=2025,month=3]'

/** The embedded API for the definitions of a folder, or the one that is named, with the token in API_TOKEN. */
export async function openApi({ url }: { readonly url?: string | undefined }, folder: string): Promise<Api> {
  if (url !== undefined) return openRemoteApi(url, process.env['API_TOKEN'] || null, new Date())
  // The server is loaded only where it is asked: most commands need nothing of it.
  const { openEmbeddedApi } = await import('./embedded-api.ts')
  return openEmbeddedApi(folder)
}

/** `year=2025,month=3` as a selection. */
export function selectionOf(text: string | undefined): Selection {
  const pairs = (text ?? '').split(',').filter((pair) => pair !== '')
  return Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]))
}
