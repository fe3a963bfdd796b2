// v2 of what only a sandbox has: its outbox and its clock. In production these paths do not exist.
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { pageOf, pageQuery } from '../../http/v2/paging.ts'
import { moveSandboxClock, readSandboxClock, type SandboxClock } from '../clock.ts'
import { listOutbox } from '../outbox.ts'

const closed = { additionalProperties: false }
const DateTime = Type.String({ format: 'date-time' })

const Outbox = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Type.Integer(),
        to: Type.String(),
        subject: Type.String(),
        text: Type.String(),
        sentAt: DateTime,
      }),
    ),
  },
  {
    examples: [
      {
        items: [
          {
            id: 9,
            to: 'robin.marsh@harbour.example',
            subject: 'You have been invited to Chancery',
            text: 'Hello Robin, …',
            sentAt: '2026-03-02T09:00:00.000Z',
          },
        ],
      },
    ],
  },
)

const Clock = Type.Object(
  {
    now: DateTime,
    offsetSeconds: Type.Number({ description: 'How far the platform is ahead of real time.' }),
  },
  { examples: [{ now: '2026-03-02T09:02:00.000Z', offsetSeconds: 120 }] },
)

const Move = Type.Union(
  [
    Type.Object({ advanceSeconds: Type.Number({ exclusiveMinimum: 0 }) }, closed),
    Type.Object({ reset: Type.Literal(true) }, closed),
  ],
  { examples: [{ advanceSeconds: 120 }, { reset: true }] },
)

const clockToV2 = ({ now, offsetSeconds }: SandboxClock) => ({ now: now.toISOString(), offsetSeconds })

export const sandboxRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/sandbox/outbox',
    {
      config: { access: { right: 'use' } },
      schema: {
        summary: 'List the mail of a sandbox',
        description:
          'The mail that would have been sent to people of your organisation, newest first. Administrators see all of it, everybody else their own. In production: 404.',
        querystring: Type.Object(pageQuery),
        response: { 200: Outbox },
      },
    },
    async (request) => {
      const mails = await listOutbox(app, actorOf(request), pageOf(request.query))
      return { items: mails.map(({ at, ...mail }) => ({ ...mail, sentAt: at.toISOString() })) }
    },
  )

  server.get(
    '/v2/sandbox/clock',
    {
      config: { access: { right: 'use' } },
      schema: {
        summary: 'Read the clock of a sandbox',
        description: 'The time of the platform. In production: 404.',
        response: { 200: Clock },
      },
    },
    async () => clockToV2(await readSandboxClock(app)),
  )

  server.put(
    '/v2/sandbox/clock',
    {
      config: { access: { right: 'administer' } },
      schema: {
        summary: 'Move the clock of a sandbox',
        description:
          'Forward by advanceSeconds, or back to real time with reset. Retries, windows, expiries and key dates follow immediately.',
        body: Move,
        response: { 200: Clock },
      },
    },
    async (request) => clockToV2(await moveSandboxClock(app, request.body)),
  )
}
