import { z } from 'zod'

/** What a command of this program reads besides its arguments. */
export interface CommandContext {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: () => Date
}

/** What these commands need besides their arguments. */
export interface AdminCommandContext {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: () => Date
  /** The folder of the product, in which what the environment does not name is found. */
  readonly root: string
  /** Asks for a line that does not show; null where nobody can answer. Throws Cancelled where nobody wants to. */
  readonly promptPassword: (question: string) => Promise<string | null>
}

/** The arguments of a command that takes one file and nothing else. */
export const OneFileArgument = z.object({
  files: z.tuple([z.string().min(1)], { error: 'one file is needed' }),
})
