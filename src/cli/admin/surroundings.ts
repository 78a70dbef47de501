/** What these commands need besides their arguments. */
export interface AdminSurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: () => Date
  /** The folder of the product, in which what the environment does not name is found. */
  readonly root: string
  /** Asks for a line that does not show; null where nobody can answer. Throws Cancelled where nobody wants to. */
  readonly askHidden: (question: string) => Promise<string | null>
}
