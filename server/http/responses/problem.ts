// Errors as RFC 9457 problem documents, the same in every area and version.
import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { constraintRefusal } from '../../platform/postgres/constraint-refusal.ts'
import { databaseErrorCode } from '../../platform/postgres/database.ts'
import { databaseRefusal } from '../../platform/postgres/database-failures.ts'
import {
  AppError,
  clipped,
  describeProblems,
  InputError,
  type InputProblem,
  longestDetail,
  notFound,
  RefusedInputError,
} from '../../platform/errors.ts'
import { nearestNames } from '../../platform/nearest-names.ts'
import { bareObject } from '../../platform/bare-object.ts'
import { inputNameFor } from '../input-names.ts'

interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly instance: string
  readonly operationId: string
  readonly errors?: Readonly<Record<string, readonly string[]>>
}

/** The type of a 403 after which the person proves again who they are, and the same call is right. */
const verificationRequired = 'urn:chancery:problem:verification-required'

/** Answers any error as a problem document; unexpected ones are logged and answered as 500 without details. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = error instanceof AppError ? error : recognised(error, request)
  if (!known) {
    request.log.error({ err: error }, 'unexpected error')
    return send(request, reply, {
      status: 500,
      detail: `Something went wrong on our side. Tell the operator of this installation the operation id ${request.id}.`,
    })
  }
  if (known.status >= 500) request.log.warn({ err: known }, 'unavailable')
  if (known.headers) reply.headers(known.headers)
  const type = known.code === 'verification_required' ? { type: verificationRequired } : {}
  return send(request, reply, { status: known.status, ...type, ...textsOf(known, request) })
}

/** Invalid inputs under the names that callers of the route use. */
function textsOf(error: AppError, { routeOptions }: FastifyRequest): Pick<Problem, 'detail' | 'errors'> {
  if (error instanceof InputError || error instanceof RefusedInputError)
    return describeProblems(error.problems, inputNameFor(routeOptions.config.inputNames))
  return { detail: error.message, ...(error.errors ? { errors: error.errors } : {}) }
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, detail, errors, type = 'about:blank' }: Partial<Problem> & Pick<Problem, 'status' | 'detail'>,
): FastifyReply {
  const problem: Problem = {
    type,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: clipped(detail, longestDetail),
    // the query may contain something a log or a screenshot should not
    instance: clipped(request.originalUrl.split('?', 1)[0] ?? '/', longestInstance),
    operationId: request.id,
    ...(errors ? { errors } : {}),
  }
  return reply
    .code(status)
    .header('x-request-id', request.id)
    .type('application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(problem)
}

const longestInstance = 1_000

// connection errors of calls the server makes: to a bucket, an identity provider, a mail server
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** Maps an error of the framework; a fault in doing so must not reveal its own message either. */
function recognised(error: unknown, request: FastifyRequest): AppError | undefined {
  try {
    return fromFramework(error, request)
  } catch (fault) {
    request.log.error({ err: fault }, 'an error could not be mapped')
    return undefined
  }
}

function fromFramework(error: unknown, request: FastifyRequest): AppError | undefined {
  const { code, statusCode, message, validation, validationContext } = error as FastifyError
  if (validation) return invalid(validation, request.routeOptions.schema?.[validationContext as 'body'])
  if (isCutOff(error, request)) {
    request.log.info({ err: error }, 'the caller aborted the request')
    return new AppError('bad_request', 'The request ended prematurely. Send it again.')
  }
  const refusal = databaseRefusal(error) ?? fromStoring(error, request)
  if (refusal) return refusal
  if (unreachable.has(code ?? '')) {
    request.log.error({ err: error }, 'a service that the server depends on cannot be reached')
    return new AppError('unavailable', 'The server cannot do this at the moment. Try again shortly.', {
      headers: { 'retry-after': '5' },
    })
  }
  if (code === 'ENOSPC')
    return new AppError('insufficient_storage', 'The server has run out of disk space. Tell its operator.')
  switch (statusCode) {
    case 400:
      return new AppError('bad_request', code === 'FST_ERR_BAD_URL' ? badAddress : message)
    case 412:
      return new AppError(
        'precondition_failed',
        'What If-Match or If-Unmodified-Since names is not the current one.',
      )
    case 414:
      return new AppError('not_found', notFound().message)
    case 413:
      return new AppError(
        'too_large',
        `The body is larger than the ${sizeTaken(request)} that this call accepts.`,
      )
    case 415:
      return new AppError(
        'unsupported_media_type',
        `Send ${typesTaken(request)}; the Content-Type was ${clipped(request.headers['content-type'] || 'not given', 200)}.`,
      )
    case 416:
      return new AppError('range_not_satisfiable', 'The range is beyond the end.')
    case 429:
      return new AppError('too_many_requests', message)
    case 503:
      return new AppError('unavailable', 'The server is too busy at the moment. Try again shortly.', {
        headers: { 'retry-after': '2' },
      })
    default:
      // a library's rejection of a request is the caller's fault, whatever it is
      return statusCode !== undefined && statusCode >= 400 && statusCode < 500
        ? new AppError('bad_request', 'The request cannot be processed in this form.')
        : undefined
  }
}

/** The media types of bodies that the route documents. */
function typesTaken({ routeOptions }: FastifyRequest): string {
  const types = (routeOptions.config.documentedBodies ?? []).map(({ contentType }) => contentType)
  return [...new Set(types.length > 0 ? types : ['application/json'])].join(' or ')
}

const sizeTaken = ({ routeOptions }: FastifyRequest): string =>
  `${Math.floor(routeOptions.bodyLimit / 1024)} KiB`

/** What the database does not take; nothing has been stored. */
function fromStoring(error: unknown, request: FastifyRequest): AppError | undefined {
  const violation = constraintRefusal(error)
  if (violation) request.log.error({ err: error }, 'an input that nothing but the database has refused')
  // class 22: a value that the database cannot store, such as a text with a NUL
  if (!databaseErrorCode(error)?.startsWith('22')) return violation
  request.log.info({ err: error }, 'a value that cannot be stored')
  return new AppError(
    'bad_request',
    'A value in the request cannot be stored: it contains an unsupported character or number.',
  )
}

const badAddress = 'The address contains an invalid percent-encoding: encode it as UTF-8, a % as %25.'

/** Whether the caller's own connection ended inside the body; nobody reads the response then. */
function isCutOff(error: unknown, { raw }: FastifyRequest): boolean {
  const { errored } = raw
  return (
    errored !== null && errored !== undefined && (error === errored || (error as Error).cause === errored)
  )
}

type Validation = NonNullable<FastifyError['validation']>

function invalid(validation: Validation, schema: unknown): AppError {
  const problems = new Map<string, InputProblem>()
  for (const each of validation) {
    // for alternatives, the errors of each one are more helpful
    if (each.keyword === 'anyOf') continue
    const path = nameOf(each)
    const reason = `${describeViolation(each)}.${nearestTo(each, schema)}`
    problems.set(`${path} ${reason}`, { path, reason, asSent: true })
  }
  return new InputError([...problems.values()])
}

interface Described {
  readonly properties?: Readonly<Record<string, Described>>
  readonly items?: Described
}

/** The properties that may have been meant by an unknown one. */
function nearestTo({ keyword, instancePath, params }: Validation[number], schema: unknown): string {
  if (keyword !== 'additionalProperties') return ''
  const place = instancePath
    .split('/')
    .slice(1)
    .reduce(
      (within: Described | undefined, step) => within?.properties?.[step] ?? within?.items,
      schema as Described | undefined,
    )
  const unknown = String((params as { readonly additionalProperty?: string }).additionalProperty)
  const near = nearestNames(unknown, Object.keys(place?.properties ?? {}), 3)
  return near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''
}

interface Expected {
  readonly allowedValues?: readonly (string | null)[]
  readonly limit?: number
  readonly type?: string | readonly string[]
  readonly format?: string
}

const kinds = bareObject<string>({
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  string: 'a text',
  array: 'a list',
  object: 'an object',
})

const formats = bareObject<string>({
  uuid: 'an id such as 5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10',
  'date-time': 'a time with its zone such as 2026-05-06T10:00:00Z',
  date: 'a day such as 2026-05-06',
})

/** What is wrong with one input, phrased as what would be right. */
function describeViolation({ keyword, params, message }: Validation[number]): string {
  const { allowedValues, limit, type, format } = params as Expected
  switch (keyword) {
    case 'required':
      return 'is missing'
    case 'type':
      return `must be ${[type ?? []]
        .flat()
        .map((each) => kinds[each] ?? each)
        .join(' or ')}`
    case 'additionalProperties':
      return 'is not a property that this call takes'
    case 'enum':
      return `must be one of ${allowedValues?.filter((each) => each !== null).join(', ')}`
    case 'format':
      return `must be ${formats[format ?? ''] ?? `a ${format}`}`
    case 'minimum':
      return `must be ${limit} or more`
    case 'maximum':
      return `must be ${limit} or less`
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have ${limit} characters or more`
    case 'maxLength':
      return `must have ${limit} characters at most`
    case 'minItems':
      return limit === 1 ? 'must not be empty' : `must have ${limit} items or more`
    case 'maxItems':
      return `must have ${limit} items at most`
    default:
      return message ?? 'is not right'
  }
}

/**
 * `/owner/id` -> `owner.id`, `/lines/0` -> `lines[0]`; a missing or unknown property is named itself rather than its
 * object.
 */
function nameOf(each: Validation[number]): string {
  const { missingProperty, additionalProperty } = each.params as {
    missingProperty?: string
    additionalProperty?: string
  }
  const path = each.instancePath.split('/').slice(1)
  const last = missingProperty ?? additionalProperty
  const name = (last === undefined ? path : [...path, last]).join('.').replace(/\.?\b(\d+)\b/g, '[$1]')
  return name === '' ? 'body' : name
}
