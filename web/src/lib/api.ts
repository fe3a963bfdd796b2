// The calls outside /v2, for signing in and consenting, in the form of api.generated.ts, which has all others.

/** RFC 9457 problem details, the body of every error response. */
export interface Problem {
  type?: string
  title?: string
  status?: number
  detail?: string
  instance?: string
  operationId?: string
  errors?: Record<string, string[]>
}

/** The person who is signed in, and what the app may offer to them. */
export interface SessionUser {
  id: string
  email: string
  name: string
  organisationId: number
  organisationName: string
  role: string
  can: { manageIntegrations: boolean; administer: boolean }
}

/** A sign-in of which the second factor is still missing. */
export interface PendingSignIn {
  email: string
  /** Whether the person has none yet, and has to set one up. */
  setUp: boolean
  app: boolean
  passkey: boolean
  recoveryCode: boolean
  rememberDays: number
}

/** How a person may prove again who they are. */
export interface WaysToProve {
  app: boolean
  passkey: boolean
  recoveryCode: boolean
  password: boolean
}

/** One way to prove it. */
export interface Proof {
  code?: string | undefined
  recoveryCode?: string | undefined
  passkey?: unknown
  password?: string | undefined
}

/** The second factors of the person who is signed in. */
export interface OwnFactors {
  demanded: boolean
  app: boolean
  passkeys: { id: string; name: string; created: string; used: string | null }[]
  recoveryCodes: number
  devices: {
    id: string
    browser: string | null
    system: string | null
    address: string
    used: string
    until: string
  }[]
}

/** What an authenticator app has to know, and what goes back with its first code. */
export interface AppSetUp {
  secret: string
  address: string
  setUp: string
}

/** Who is signed in, and in which environment. */
export interface Session {
  user: SessionUser | null
  pending: PendingSignIn | null
  csrfToken: string
  environment: 'sandbox' | 'production'
  /** An offline copy of the data: nothing is sent to anybody. */
  offline: boolean
}

/** How the people of an email domain sign in. */
type SignInMethod = { method: 'password' } | { method: 'sso'; providerName: string; startUrl: string }

/** The integration that asks for consent, as it introduces itself. */
export interface RequestingClient {
  name: string
  contactEmail: string | null
  organisationName: string | null
}

/** An authorization request that is valid and stored by the server. */
interface StartedAuthorizationRequest {
  id: string
  client: RequestingClient
  redirectHost: string
  expiresAt: string
}

/** The same request, as it applies to the person who is signed in. */
export interface AuthorizationRequest {
  id: string
  client: RequestingClient
  redirectHost: string
  rights: string[]
  consentGiven: boolean
  permitted: boolean
  user: { name: string; email: string; organisationName: string } | null
}

/** Where the browser goes next. */
interface Redirect {
  redirectTo: string
}

type Refused = { default: { content: { 'application/problem+json': Problem } } }
type Answers<Status extends number, Body> = {
  [S in Status]: { content: { 'application/json': Body } }
} & Refused
type AnswersNothing = { 204: { content?: never } } & Refused
type Sends<Body> = { content: { 'application/json': Body } }

/** Every such call by its path and method. */
export interface paths {
  '/session': {
    get: { responses: Answers<200, Session> }
    post: { requestBody: Sends<{ email: string; password: string }>; responses: Answers<200, Session> }
    delete: { responses: AnswersNothing }
  }
  '/session/pending': { delete: { responses: AnswersNothing } }
  '/session/passkey': {
    post: { requestBody: Sends<{ passkey: unknown }>; responses: Answers<200, Session> }
  }
  '/session/passkey/options': { post: { responses: Answers<200, { options: unknown }> } }
  '/session/second-factor': {
    get: { responses: Answers<200, OwnFactors> }
    post: {
      requestBody: Sends<Proof & { remember: boolean }>
      responses: Answers<200, Session>
    }
  }
  '/session/verification': {
    get: { responses: Answers<200, WaysToProve> }
    post: { requestBody: Sends<Proof>; responses: AnswersNothing }
  }
  '/session/authenticator-app/start': { post: { responses: Answers<200, AppSetUp> } }
  '/session/authenticator-app': {
    put: {
      requestBody: Sends<{ setUp: string; code: string }>
      responses: Answers<200, { recoveryCodes: string[] | null }>
    }
    delete: { responses: AnswersNothing }
  }
  '/session/passkeys/options': { post: { responses: Answers<200, { options: unknown }> } }
  '/session/passkeys': {
    post: {
      requestBody: Sends<{ name: string; passkey: unknown }>
      responses: Answers<200, { recoveryCodes: string[] | null }>
    }
  }
  '/session/passkeys/{passkeyId}': {
    patch: {
      parameters: { path: { passkeyId: string } }
      requestBody: Sends<{ name: string }>
      responses: AnswersNothing
    }
    delete: { parameters: { path: { passkeyId: string } }; responses: AnswersNothing }
  }
  '/session/recovery-codes': { post: { responses: Answers<200, { recoveryCodes: string[] | null }> } }
  '/session/devices/{deviceId}': {
    delete: { parameters: { path: { deviceId: string } }; responses: AnswersNothing }
  }
  '/session/method': {
    post: { requestBody: Sends<{ email: string }>; responses: Answers<200, SignInMethod> }
  }
  '/session/password-reset': {
    post: { requestBody: Sends<{ email: string }>; responses: AnswersNothing }
  }
  '/session/password': {
    put: {
      requestBody: Sends<{ token: string; password: string; endIntegrations?: boolean }>
      responses: AnswersNothing
    }
  }
  '/oauth/authorization-requests': {
    post: {
      requestBody: Sends<{ query: string }>
      responses: Answers<201, StartedAuthorizationRequest | Redirect>
    }
  }
  '/oauth/authorization-requests/{id}': {
    get: { parameters: { path: { id: string } }; responses: Answers<200, AuthorizationRequest> }
  }
  '/oauth/authorization-requests/{id}/decision': {
    post: {
      parameters: { path: { id: string } }
      requestBody: Sends<{ decision: 'allow' | 'deny'; asked?: boolean }>
      responses: Answers<200, Redirect>
    }
  }
}
