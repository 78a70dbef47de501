import { z } from 'zod'

/** The arguments of a command that takes one file and nothing else. */
export const OneFile = z.object({ files: z.tuple([z.string().min(1)], { error: 'one file is needed' }) })
