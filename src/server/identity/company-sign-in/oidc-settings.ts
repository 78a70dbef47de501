export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scopes: string
  /** The claim that contains the groups of a person. */
  readonly roleClaim: string
  /** The role of each group; the first group that a person is in counts. */
  readonly roles: readonly (readonly [group: string, role: string])[]
  /** The accounts that may still use a password; empty for all. */
  readonly passwordAccounts: readonly string[]
}
