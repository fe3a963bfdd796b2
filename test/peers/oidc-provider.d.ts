// The part of oidc-provider that tests use; the package brings no types.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Account {
    accountId: string
    claims(): Promise<{ sub: string }>
  }

  interface InteractionDetails {
    prompt: { name: string }
    params: Record<string, unknown>
    session?: { accountId: string }
  }

  interface Configuration {
    clients: object[]
    jwks: { keys: object[] }
    cookies: { keys: string[] }
    claims: Record<string, string[]>
    pkce: { required(): boolean }
    features: Record<string, { enabled: boolean }>
    interactions: { url(context: unknown, interaction: { uid: string }): string }
    findAccount(context: unknown, id: string): Account
    rotateRefreshToken?: boolean
  }

  interface Client {
    clientId: string
  }

  export class Provider {
    constructor(issuer: string, configuration: Configuration)
    Grant: new (of: {
      accountId: string
      clientId: string
    }) => {
      addOIDCScope(scope: string): void
      save(): Promise<string>
    }
    RefreshToken: new (of: {
      accountId: string
      client: Client | undefined
      grantId: string
      gty: string
      scope: string
    }) => {
      save(): Promise<string>
    }
    Client: {
      find(id: string): Promise<Client | undefined>
    }
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<InteractionDetails>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options?: { mergeWithLastSubmission: boolean },
    ): Promise<void>
  }
}
