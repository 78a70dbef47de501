/** What a command of this program reads besides its arguments. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: () => Date
}
