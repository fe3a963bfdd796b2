// The errors in the documents, by name. Which of them a call answers with follows from what its route declares: who may
// call it, its parameters and bodies, If-Match, limits. What does not follow from that, the route states as `errors`.
import type { FastifySchema } from 'fastify'
import type { Access } from '../route.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Errors of this route that do not follow from the rest of what it declares, for the documents. */
    errors?: readonly ErrorName[]
  }
}

interface DescribedError {
  readonly status: string
  readonly description: string
  readonly headers?: Readonly<Record<string, string>>
  /** Whether it names inputs. */
  readonly names?: true
  /** The `title` and `detail` of an example. */
  readonly example: readonly [title: string, detail: string]
}

const retry = { 'Retry-After': 'After how many seconds to try again.' }

/** Every error, in the order of the statuses. */
export const describedErrors = {
  validation: {
    status: '400',
    description: 'Something that was sent is wrong: `errors` says what, by the name of the input.',
    names: true,
    example: ['Bad Request', 'name must not be empty.'],
  },
  unauthenticated: {
    status: '401',
    description: 'There is no valid access token or session.',
    headers: { 'WWW-Authenticate': 'The scheme that is expected.' },
    example: ['Unauthorized', 'Send an access token in the header Authorization: Bearer <token>.'],
  },
  forbidden: {
    status: '403',
    description:
      'The caller may not do this; `detail` says who may. `errors` names inputs that are not for this caller. With the type `urn:chancery:problem:verification-required`, somebody signed in to the web app has to prove again who they are.',
    names: true,
    example: ['Forbidden', 'Only an administrator of your organisation may do this.'],
  },
  'not-found': {
    status: '404',
    description: 'There is nothing here, or nothing that the caller may see: both look the same.',
    example: ['Not Found', 'There is nothing here, or nothing that you have access to.'],
  },
  conflict: {
    status: '409',
    description:
      'The current state does not allow it; `detail` says what stands in the way. With an Idempotency-Key: the first call has not ended.',
    headers: retry,
    example: ['Conflict', 'The matter is closed. Reopen it first.'],
  },
  'precondition-failed': {
    status: '412',
    description: 'It has been changed since the version that If-Match names.',
    headers: { ETag: 'The current version.' },
    example: [
      'Precondition Failed',
      'It has been changed since you read it. Read it again before you change it.',
    ],
  },
  'too-large': {
    status: '413',
    description: 'The body is larger than this installation accepts.',
    example: ['Payload Too Large', 'The body is larger than this server accepts.'],
  },
  'unsupported-media-type': {
    status: '415',
    description: 'The body has a type that this call does not take.',
    example: ['Unsupported Media Type', 'Send a body of a type that this call accepts; it was text/plain.'],
  },
  'range-not-satisfiable': {
    status: '416',
    description: 'The range is beyond the end.',
    headers: { 'Content-Range': 'The size, as `bytes */5120`.' },
    example: ['Range Not Satisfiable', 'The file has 5120 bytes; request a range within them.'],
  },
  'key-reused': {
    status: '422',
    description: 'The Idempotency-Key was used for another call.',
    example: ['Unprocessable Entity', 'This Idempotency-Key has been used with another address or body.'],
  },
  locked: {
    status: '423',
    description: 'Somebody else has locked the file.',
    example: ['Locked', 'Lease.docx is locked by somebody else, who has to unlock it first.'],
  },
  'too-many-requests': {
    status: '429',
    description: 'The caller sends more than the limit allows.',
    headers: retry,
    example: ['Too Many Requests', 'Too many requests. Try again in 2 seconds.'],
  },
  'checksum-mismatch': {
    status: '460',
    description: 'What arrived is not what the checksum says.',
    example: ['Error', 'The content does not match its checksum. Send it again.'],
  },
  unavailable: {
    status: '503',
    description:
      'The server cannot do this at the moment. Nothing was stored, unless `detail` says otherwise.',
    headers: retry,
    example: ['Service Unavailable', 'The server is too busy at the moment. Try again shortly.'],
  },
} as const satisfies Readonly<Record<string, DescribedError>>

export type ErrorName = keyof typeof describedErrors

/** What of a route decides which errors it has. */
export interface RouteFacts {
  readonly method: string
  readonly path: string
  readonly access: Access
  readonly features: readonly string[]
  readonly isLimited: boolean
  readonly hasBody: boolean
  readonly takesIfMatch: boolean
  /** Whether a session must be verified. */
  readonly isVerified: boolean
  readonly stated: readonly ErrorName[]
  readonly schema: Readonly<Partial<Record<'params' | 'querystring' | 'headers', unknown>>> &
    Pick<FastifySchema, 'response'>
}

/** The errors that a route can answer with, in the order of their statuses. */
export function errorsOf(route: RouteFacts): readonly ErrorName[] {
  const { method, access, schema, hasBody } = route
  const isKnown = access !== 'public'
  const changes = method !== 'GET'
  const has: Partial<Record<ErrorName, boolean>> = {
    validation: hasBody || changes || schema.querystring !== undefined || schema.headers !== undefined,
    unauthenticated: isKnown,
    forbidden:
      isKnown && (changes || access.right !== 'use' || route.isVerified || route.features.length > 0),
    'not-found': schema.params !== undefined,
    conflict: isKnown && changes,
    'precondition-failed': route.takesIfMatch || sendsParts(schema),
    'too-large': hasBody,
    'unsupported-media-type': hasBody,
    'key-reused': takesKey(route),
    'range-not-satisfiable': sendsParts(schema),
    'too-many-requests': route.isLimited,
    unavailable: true,
  }
  const names = Object.keys(describedErrors) as readonly ErrorName[]
  return names.filter((name) => has[name] === true || route.stated.includes(name))
}

/** Whether the answer is content, or a range of it. */
export const sendsParts = ({ response }: Pick<FastifySchema, 'response'>): boolean =>
  Object.hasOwn(response ?? {}, '206')

/** Whether a call may be sent with an Idempotency-Key: every POST of a known caller. */
export const takesKey = ({ method, access }: Pick<RouteFacts, 'method' | 'access'>): boolean =>
  method === 'POST' && access !== 'public'

const problemType = 'application/problem+json'

const problemProperties = {
  type: { type: 'string', description: 'Always `about:blank`: the status says what kind of problem it is.' },
  title: { type: 'string', description: 'The name of the status.' },
  status: { type: 'integer', format: 'int32', description: 'The status of the response.' },
  detail: { type: 'string', description: 'What is wrong, and what to do.' },
  instance: { type: 'string', description: 'The path of the call.' },
  operationId: {
    type: 'string',
    format: 'uuid',
    description: 'The id of this call in the log of the server, also in the header X-Request-Id.',
  },
} as const
const required = Object.keys(problemProperties)

/** The schemas of errors: problem documents (RFC 9457). */
export const problemSchemas = {
  Problem: {
    type: 'object',
    description: 'An error, as RFC 9457 describes it.',
    required,
    properties: problemProperties,
  },
  ValidationProblem: {
    type: 'object',
    description: 'An error that names what was wrong in the input.',
    required,
    properties: {
      ...problemProperties,
      errors: {
        type: 'object',
        description: 'What is wrong, by the name of the input: `lines[0].amount`.',
        additionalProperties: { type: 'array', items: { type: 'string' } },
      },
    },
  },
} as const

/** The responses that operations refer to by name; `problem` is every other error. */
export function errorResponses(): Record<string, object> {
  const named = Object.entries<DescribedError>(describedErrors).map(([name, error]) => [
    name,
    responseOf(error),
  ])
  const other = {
    description:
      'Any other error: 500 with nothing but the id of the call, for what went wrong in the server.',
    content: { [problemType]: { schema: { $ref: '#/components/schemas/Problem' } } },
  }
  return { ...(Object.fromEntries(named) as Record<string, object>), problem: other }
}

function responseOf({ status, description, headers = {}, names, example }: DescribedError): object {
  const [title, detail] = example
  const [input = ''] = detail.split(' ')
  const schema = { $ref: `#/components/schemas/${names ? 'ValidationProblem' : 'Problem'}` }
  const problem = {
    type: 'about:blank',
    title,
    status: Number(status),
    detail,
    instance: '/v2/matters/17',
    operationId: '7f0c9a52-2f4e-4f0e-8a55-0d9a5b6f6e11',
    ...(status === '400' ? { errors: { [input]: [detail] } } : {}),
  }
  const described = Object.entries(headers).map(([name, about]) => [
    name,
    { description: about, schema: { type: 'string' } },
  ])
  return {
    description,
    ...(described.length > 0 ? { headers: Object.fromEntries(described) as object } : {}),
    content: { [problemType]: { schema, example: problem } },
  }
}
