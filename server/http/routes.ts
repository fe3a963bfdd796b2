// Declares a route in one object: what the documents say of it, who may call it, and what it does. Without a schema of
// what it returns, creates or responds with, it answers 204.
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static, type TSchema, type TUnknown } from 'typebox'
import { idsIn } from './ids.ts'
import type { Server } from './route.ts'

/** The parameters of a path such as `/v2/matters/:matterId`, as text. */
export type ParametersIn<Path extends string> = string extends Path
  ? Readonly<Record<string, string>>
  : Path extends `${string}:${infer Name}/${infer Rest}`
    ? Readonly<Record<Name, string>> & ParametersIn<Rest>
    : Path extends `${string}:${infer Name}`
      ? Readonly<Record<Name, string>>
      : unknown

interface RouteOf<
  Path extends string,
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Headers extends TSchema,
  Returned extends TSchema,
  Created extends TSchema,
> {
  readonly config: FastifyContextConfig
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  /** Whether it is left out of the documents. */
  readonly hide?: boolean
  readonly produces?: readonly string[]
  /** Follow from the path if they are ids. */
  readonly params?: Params
  readonly querystring?: Query
  readonly body?: Body
  readonly headers?: Headers
  /** The answer with status 200. */
  readonly returns?: Returned
  /** The answer with status 201. */
  readonly creates?: Created
  /** The answers by status, where the handler says which. */
  readonly responses?: Readonly<Record<number, unknown>>
  readonly bodyLimit?: number
  /** Replaces the check of what is sent against the schemas. */
  readonly validatorCompiler?: () => () => boolean
  readonly handler: (
    request: FastifyRequest<{
      Params: ParametersIn<Path> & Static<Params>
      Querystring: Static<Query>
      Body: Static<Body>
      Headers: Static<Headers>
    }>,
    reply: FastifyReply,
  ) => Outcome<(Static<Returned> & Static<Created>) | FastifyReply>
}

type Outcome<Result> = Result | Promise<Result>

const onMethod =
  (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE') =>
  <
    const Path extends string,
    Params extends TSchema = TUnknown,
    Query extends TSchema = TUnknown,
    Body extends TSchema = TUnknown,
    Headers extends TSchema = TUnknown,
    Returned extends TSchema = TUnknown,
    Created extends TSchema = TUnknown,
  >(
    server: Server,
    path: Path,
    route: RouteOf<Path, Params, Query, Body, Headers, Returned, Created>,
  ): void => {
    const { config, returns, creates, responses, bodyLimit, validatorCompiler, handler, ...described } = route
    server.route({
      method,
      url: path,
      config,
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      ...(validatorCompiler ? { validatorCompiler } : {}),
      schema: {
        ...(path.includes(':') ? { params: idsIn(path).params } : {}),
        ...described,
        response: responses ?? (returns ? { 200: returns } : creates ? { 201: creates } : noContent),
      },
      handler: sending(handler as Handler, responses || returns ? undefined : creates ? 201 : 204),
    })
  }

type Handler = (request: FastifyRequest, reply: FastifyReply) => Outcome<unknown>

const noContent = { 204: Type.Null() }

/** The handler, and the status with which what it returns is sent if it does not set it. */
const sending = (handler: Handler, status: 201 | 204 | undefined): Handler =>
  status === undefined
    ? handler
    : async (request, reply) => {
        const result = await handler(request, reply)
        return reply.code(status).send(status === 204 ? null : result)
      }

export const onGet = onMethod('GET')
export const onPost = onMethod('POST')
export const onPut = onMethod('PUT')
export const onPatch = onMethod('PATCH')
export const onDelete = onMethod('DELETE')
