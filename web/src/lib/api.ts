// The calls of this app and their shapes, in the form an OpenAPI type generator writes: `paths` by path and method.
// Nothing here runs, so a generated file can replace it.

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

/** Who is signed in, and in which environment. */
export interface Session {
  user: SessionUser | null
  csrfToken: string
  environment: 'sandbox' | 'production'
  /** An offline copy of the data: nothing is sent to anybody. */
  offline: boolean
}

/** How the people of an email domain sign in. */
export type SignInMethod = { method: 'password' } | { method: 'sso'; providerName: string; startUrl: string }

/** The integration that asks for consent, as it introduces itself. */
export interface RequestingClient {
  name: string
  contactEmail: string | null
  organisationName: string | null
}

/** An authorization request that is valid and stored by the server. */
export interface StartedAuthorizationRequest {
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
export interface Redirect {
  redirectTo: string
}

/** A secret of an integration client; the secret itself is shown once, when it is created. */
export interface IntegrationClientSecret {
  id: number
  createdAt: string
  expiresAt: string | null
  lastFour: string
}

/** The properties of an integration client that its managers set. */
export interface IntegrationClientChanges {
  name?: string
  contactEmail?: string
  redirectUris?: string[]
  secretRequired?: boolean
  status?: 'Active' | 'Disabled'
}

/** An integration client as its managers see it. */
export interface IntegrationClient {
  id: number
  clientId: string
  name: string
  redirectUris: string[]
  contactEmail: string | null
  confidential: boolean
  secretRequired: boolean
  status: 'Active' | 'Disabled'
  availableTo: 'Organisation' | 'Installation'
  secrets: IntegrationClientSecret[]
  created: { dateUtc: string }
  modified: { dateUtc: string }
}

/** The response to a new client. A public client has no secret. */
export interface CreatedIntegrationClient {
  id: number
  clientId: string
  clientSecret: string | null
}

/** The response to a rotation. */
export interface RotatedSecret {
  clientSecret: string
  previousSecretsExpireAt: string | null
}

/** A browser in which the person is signed in. */
export interface MySession {
  id: string
  current: boolean
  method: 'password' | 'sso'
  browser: string | null
  system: string | null
  device: 'computer' | 'phone' | 'tablet' | null
  address: string | null
  signedIn: string
  lastUsed: string
}

/** An integration that the person has allowed to act for them. */
export interface MyIntegration {
  id: number
  name: string
  contactEmail: string
  organisationName: string
  consentGiven: string
  lastUsed: string | null
}

/** A mail that the sandbox stored instead of sending it. */
export interface OutboxMail {
  id: number
  to: string
  subject: string
  text: string
  sentAt: string
}

/** The platform's time, and how far it is ahead of real time. */
export interface SandboxClock {
  now: string
  offsetSeconds: number
}

type Refused = { default: { content: { 'application/problem+json': Problem } } }
type Answers<Status extends number, Body> = {
  [S in Status]: { content: { 'application/json': Body } }
} & Refused
type AnswersNothing = { 204: { content?: never } } & Refused
type Sends<Body> = { content: { 'application/json': Body } }
type Page = { $top?: number; $skip?: number }

/** Every call by its path and method. */
export interface paths {
  '/session': {
    get: { responses: Answers<200, Session> }
    post: { requestBody: Sends<{ email: string; password: string }>; responses: Answers<200, Session> }
    delete: { responses: AnswersNothing }
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
      requestBody: Sends<{ decision: 'allow' | 'deny' }>
      responses: Answers<200, Redirect>
    }
  }
  '/v2/integrationClients': {
    get: { parameters: { query?: Page }; responses: Answers<200, { items: IntegrationClient[] }> }
    post: {
      requestBody: Sends<{
        name: string
        redirectUris: string[]
        contactEmail: string
        confidential: boolean
        secretRequired: boolean
      }>
      responses: Answers<201, CreatedIntegrationClient>
    }
  }
  '/v2/integrationClients/{id}': {
    get: { parameters: { path: { id: number } }; responses: Answers<200, IntegrationClient> }
    patch: {
      parameters: { path: { id: number } }
      requestBody: Sends<IntegrationClientChanges>
      responses: AnswersNothing
    }
  }
  '/v2/integrationClients/{id}/secrets': {
    post: {
      parameters: { path: { id: number } }
      requestBody: Sends<{ overlapHours?: number }>
      responses: Answers<201, RotatedSecret>
    }
  }
  '/v2/integrationClients/{id}/secrets/{secretId}': {
    delete: { parameters: { path: { id: number; secretId: number } }; responses: AnswersNothing }
  }
  '/v2/my/sessions': {
    get: { responses: Answers<200, { items: MySession[] }> }
  }
  '/v2/my/sessions/{sessionId}': {
    delete: { parameters: { path: { sessionId: string } }; responses: AnswersNothing }
  }
  '/v2/my/sessions/end': {
    post: {
      requestBody: Sends<{ keepCurrent?: boolean; integrations?: boolean }>
      responses: AnswersNothing
    }
  }
  '/v2/my/password': {
    put: {
      requestBody: Sends<{ currentPassword: string; newPassword: string; endIntegrations?: boolean }>
      responses: AnswersNothing
    }
  }
  '/v2/my/integrations': {
    get: { responses: Answers<200, { items: MyIntegration[] }> }
  }
  '/v2/my/integrations/{id}': {
    delete: { parameters: { path: { id: number } }; responses: AnswersNothing }
  }
  '/v2/sandbox/outbox': {
    get: { parameters: { query?: Page }; responses: Answers<200, { items: OutboxMail[] }> }
  }
  '/v2/sandbox/clock': {
    get: { responses: Answers<200, SandboxClock> }
    put: {
      requestBody: Sends<{ advanceSeconds: number } | { reset: true }>
      responses: Answers<200, SandboxClock>
    }
  }
}
