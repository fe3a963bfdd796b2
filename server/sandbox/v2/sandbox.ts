// v2 of what only a sandbox has: its outbox, its clock and its reset. In production these paths do not exist.
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost, onPut } from '../../http/routes.ts'
import { pageOf, pageQuery } from '../../http/v2/paging.ts'
import { moveSandboxClock, readSandboxClock, type SandboxClock } from '../clock.ts'
import { listOutbox } from '../outbox.ts'
import { resetSandbox } from '../reset.ts'

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
        attachments: Type.Array(Type.String(), { description: 'The names of the files.' }),
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
            attachments: [],
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

const Reset = Type.Object(
  {
    now: DateTime,
    organisations: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }), {
      description: 'The organisations of the demo, under the ids they had before.',
    }),
    removedPeople: Type.Integer({ description: 'People whom the demo does not have. You stay.' }),
    disabledPeople: Type.Integer({
      description:
        'Of the people whom the demo does not have: those who are named in records of organisations outside the demo.',
    }),
    clientId: Type.Union([Type.String(), Type.Null()], {
      description: 'The demo client, with the same secret as before.',
    }),
  },
  {
    examples: [
      {
        now: '2026-03-02T09:00:00.000Z',
        organisations: [
          { id: 1, name: 'Harbour' },
          { id: 2, name: 'Ashfield Law' },
          { id: 3, name: 'Northcott & Vale' },
          { id: 4, name: 'Meridian' },
        ],
        removedPeople: 1,
        disabledPeople: 0,
        clientId: 'chancery-demo',
      },
    ],
  },
)

const clockToV2 = ({ now, offsetSeconds }: SandboxClock) => ({ now: now.toISOString(), offsetSeconds })

export const sandboxRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/sandbox/outbox', {
    config: { access: { right: 'use' } },
    summary: 'List the mail of a sandbox',
    description:
      'The mail that would have been sent to people of your organisation, newest first. Administrators see all of it, everybody else their own. In production: 404.',
    querystring: Type.Object(pageQuery),
    returns: Outbox,
    handler: async (request) => {
      const mails = await listOutbox(app, actorOf(request), pageOf(request.query))
      return {
        items: mails.map(({ at, attachments, ...mail }) => ({
          ...mail,
          attachments: [...attachments],
          sentAt: at.toISOString(),
        })),
      }
    },
  })

  onGet(server, '/v2/sandbox/clock', {
    config: { access: { right: 'use' } },
    summary: 'Read the clock of a sandbox',
    description: 'The time of the platform. In production: 404.',
    returns: Clock,
    handler: async () => clockToV2(await readSandboxClock(app)),
  })

  onPut(server, '/v2/sandbox/clock', {
    config: { access: { right: 'administer' } },
    summary: 'Move the clock of a sandbox',
    description:
      'Forward by advanceSeconds, or back to real time with reset. Retries, windows, expiries and key dates follow immediately.',
    body: Move,
    returns: Clock,
    handler: async (request) => clockToV2(await moveSandboxClock(app, request.body)),
  })

  onPost(server, '/v2/sandbox/reset', {
    config: { access: { right: 'administer' } },
    summary: 'Put the demo of a sandbox back to its first state',
    description:
      'Removes everything in the organisations of the demo and makes the demo again; the clock returns to real time. The demo client keeps its id and secret, as do clients that were registered; the people of the demo keep their ids, sessions and tokens, and get their names, roles, permissions and the password of the demo back. Records get new ids: find them by external id or name. Webhook subscriptions and people whom the demo does not have are removed, except you. It takes some seconds and answers when it is done. For administrators of an organisation of the demo; other organisations of the sandbox are not touched. 409 in a sandbox without a demo. In production: 404.',
    returns: Reset,
    handler: async (request) => {
      const { now, organisations, ...reset } = await resetSandbox(app, actorOf(request))
      return { now: now.toISOString(), organisations: [...organisations], ...reset }
    },
  })
}
