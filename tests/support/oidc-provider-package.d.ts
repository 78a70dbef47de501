// The package has no types: what the tests use of it.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }
  interface Context {
    body: string
    readonly oidc: {
      readonly provider: { readonly Grant: new (fields: object) => Grant }
      readonly client: { readonly clientId: string }
      readonly session: { readonly accountId: string }
      readonly params: { readonly scope: string }
    }
  }
  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}
