// v2 of the stream of changes: server-sent events, as long as the caller listens and may.
import { kinds } from '../../kinds.ts'
import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { createTokenAuthenticator } from '../../../identity/oauth/bearer.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { AppError, badInput } from '../../../platform/errors.ts'
import { isSessionLive } from '../../../identity/sessions/session.ts'
import type { Change } from '../change.ts'
import { createHub, type Hub } from '../hub.ts'
import { changesSince } from '../resume.ts'

const mostOfPerson = 5
const mostOfProcess = 2_000
const heartbeatMs = 15_000
// how soon an ended session or token ends its streams
const recheckMs = 5_000
/** The longest stream, in seconds; clients connect again by themselves. */
const longest = 3_600
/** A client that reads no faster is cut off, and goes on from its position. */
const mostUnread = 1024 * 1024

const querystring = Type.Object({
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: longest,
      default: longest,
      description: 'For how many seconds to listen. With 0: what happened since Last-Event-ID, at once.',
    }),
  ),
})

/** The position in the header, if there is one. */
function positionOf({ headers }: FastifyRequest): number | undefined {
  const given = headers['last-event-id']
  if (given === undefined || given === '') return undefined
  if (typeof given !== 'string' || !/^\d{1,15}$/.test(given)) {
    throw badInput('Last-Event-ID', 'must be the id of an event of this stream.')
  }
  return Number(given)
}

const changeText = ({ topic, record, resource, version, own }: Change) => {
  const data = {
    topic,
    type: kinds[record.kind].type,
    id: record.id,
    version,
    resource: { type: resource.kind, id: resource.id },
    own,
  }
  return `event: change\ndata: ${JSON.stringify(data)}\n\n`
}
// an id without data only moves the position
const positionText = (position: number) => `id: ${position}\n\n`
const resetText = 'event: reset\ndata: {}\n\n'

/** Whether the credentials that the stream was opened with still hold. */
function createRecheck(app: App) {
  const byToken = createTokenAuthenticator(app)
  return async ({ via }: Actor, { headers }: FastifyRequest): Promise<boolean> => {
    if (via.kind === 'session') return isSessionLive(app, via.sessionId)
    const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
    return token !== undefined && (await byToken(token)) !== undefined
  }
}

interface Opened {
  readonly hub: Hub
  readonly actor: Actor
  readonly seconds: number
  readonly position: number
  readonly mayGoOn: () => Promise<boolean>
}

/** Adds the stream to the hub, and takes it away when either side ends it. */
function listen(app: App, stream: PassThrough, { hub, actor, seconds, position, mayGoOn }: Opened): void {
  let published = position
  const write = (text: string) => {
    if (stream.writableLength > mostUnread) stream.destroy()
    else if (!stream.writableEnded) stream.write(text)
  }
  const end = () => {
    if (!stream.writableEnded) stream.end()
  }
  const remove = hub.add({
    actor,
    send(changes, next) {
      if (changes.length > 0 || next > published) write(changes.map(changeText).join('') + positionText(next))
      published = next
    },
    reset(next) {
      write(resetText + positionText(next))
      published = next
    },
    end,
  })
  const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs)
  const recheck = setInterval(() => {
    mayGoOn().then(
      (may) => (may ? undefined : end()),
      (error: unknown) => app.log.warn({ err: error }, 'the caller of a stream could not be checked'),
    )
  }, recheckMs)
  const last = setTimeout(end, seconds * 1_000)
  stream.once('close', () => {
    remove()
    clearInterval(heartbeat)
    clearInterval(recheck)
    clearTimeout(last)
  })
}

function refuseTooMany({ own, all }: ReturnType<Hub['count']>): void {
  if (own >= mostOfPerson) {
    throw new AppError(
      'too_many_requests',
      `You listen ${mostOfPerson} times already: close one of your streams.`,
      {
        headers: { 'retry-after': '30' },
      },
    )
  }
  if (all >= mostOfProcess) {
    throw new AppError('unavailable', 'Too many streams are open. Try again in 30 seconds.', {
      headers: { 'retry-after': '30' },
    })
  }
}

export const streamRoutes: RouteModule = (server, app) => {
  const hub = createHub(app)
  const isStillValid = createRecheck(app)
  // before connections in progress are waited for
  server.addHook('preClose', async () => hub.close())

  server.get(
    '/v2/stream',
    {
      config: { access: { right: 'use' } },
      schema: {
        operationId: 'listenToChanges',
        summary: 'Listen to changes',
        description:
          'Server-sent events of what changes on the records that you see, with your rights of that moment: `event: change` with `{topic, type, id, version, resource, own}`, where type and id name the matter or contract, resource the thing on it, and own is whether you did it yourself. ' +
          'A change may be sent twice and is never left out: continue with Last-Event-ID. `event: reset` says that too much happened to send it all: read everything again. The stream ends with your session or token, and after an hour.',
        querystring,
        produces: ['text/event-stream'],
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { wait: seconds = longest } = request.query
      const since = await changesSince(app, actor, positionOf(request))
      if (seconds > 0) refuseTooMany(hub.count(actor.userId))
      const stream = new PassThrough()
      stream.write(
        `retry: 3000\n${positionText(since.position)}${since.isComplete ? '' : resetText}${since.changes.map(changeText).join('')}`,
      )
      if (seconds === 0 || app.stopping()) stream.end()
      else {
        const mayGoOn = () => isStillValid(actor, request)
        listen(app, stream, { hub, actor, seconds, position: since.position, mayGoOn })
      }
      return reply
        .type('text/event-stream; charset=utf-8')
        .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
        .send(stream)
    },
  )
}
