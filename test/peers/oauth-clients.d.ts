// The parts of OAuth clients that tests use; the packages bring no types.
declare module 'simple-oauth2' {
  interface AccessToken {
    token: Record<string, unknown>
    refresh(): Promise<AccessToken>
    revoke(type: 'access_token' | 'refresh_token'): Promise<void>
  }

  export class AuthorizationCode {
    constructor(settings: {
      client: { id: string; secret: string }
      auth: {
        tokenHost: string
        tokenPath: string
        authorizePath: string
        revokePath: string
      }
      options?: { authorizationMethod: 'header' | 'body' }
    })
    authorizeURL(parameters: { redirect_uri: string; state: string }): string
    getToken(parameters: { code: string; redirect_uri: string }): Promise<AccessToken>
  }
}

declare module 'passport-oauth2' {
  type Done = (error: Error | null, user?: object) => void
  // the library decides how many
  // oxlint-disable-next-line max-params
  type Verify = (
    accessToken: string,
    refreshToken: string,
    answer: Record<string, unknown>,
    profile: object,
    done: Done,
  ) => void

  interface Settings {
    authorizationURL: string
    tokenURL: string
    clientID: string
    clientSecret: string
    callbackURL: string
    state: boolean
    pkce: boolean
  }

  export default class Strategy {
    constructor(settings: Settings, verify: Verify)
    authenticate(request: object, options?: object): void
    redirect: (address: string) => void
    success: (user: object) => void
    fail: (why: unknown) => void
    error: (error: Error) => void
    readonly _oauth2: {
      getOAuthAccessToken(
        token: string,
        parameters: { grant_type: 'refresh_token' },
        done: (
          error: { statusCode: number; data: string } | null,
          accessToken: string,
          refreshToken: string,
        ) => void,
      ): void
    }
  }
}
