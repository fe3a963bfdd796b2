// v2 of a person's own notifications.
import { kinds, sortedRecordTypes } from '../../records/kinds.ts'
import Type, { type Static } from 'typebox'
import { sometimes } from '../../http/openapi/always-sent.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { propertiesOf } from '../../http/v2/merge-patch.ts'
import { nullable, nullableObject, oneOf } from '../../http/v2/references.wire.ts'
import type { App } from '../../platform/app.ts'
import { AppError, badInput } from '../../platform/errors.ts'
import { markRead, type Read } from '../commands/mark-read.ts'
import { isAboutInvoice, isAboutMessage, notificationKinds } from '../notification.ts'
import { countUnread, listNotifications } from '../own-notifications.ts'
import { recordPage } from '../page-addresses.ts'
import type { ShownNotification } from '../shown.ts'
import { addNotificationDefaultRoutes } from './notification-defaults.ts'

const config = { access: { right: 'use' } } as const
const notificationSchema = Type.Object({
  id: Type.Integer(),
  at: Type.String({ format: 'date-time' }),
  kind: oneOf(notificationKinds),
  text: Type.String({ description: 'What happened, in one sentence.' }),
  record: Type.Object(
    {
      type: oneOf([...sortedRecordTypes, 'Organization']),
      id: Type.Integer(),
      displayId: nullable<string>('string'),
      name: Type.String(),
      url: Type.String({
        format: 'uri',
        description:
          'The page on which you see it. Business people see a matter that they asked for as their request. Of an organisation, the page of the account or of sign-in.',
      }),
    },
    { description: 'The record that it is on; of what concerns the security of your organisation, that.' },
  ),
  about: nullableObject(
    { type: oneOf(['Task', 'Message', 'Invoice']), id: Type.Integer() },
    {
      description:
        'The task, the invoice or the message of the conversation that it is about, if it is about one.',
    },
  ),
  by: nullableObject({ id: Type.String({ format: 'uuid' }), name: Type.String() }),
  read: Type.Boolean(),
})

const example = {
  id: 812,
  at: '2026-03-02T09:00:00.000Z',
  kind: 'assigned',
  text: 'Ana Prior made you the manager.',
  record: {
    type: kinds.matter.type,
    id: 17,
    displayId: 'LW0001-0017',
    name: 'Lease of Harbour House',
    url: 'https://legal.example/#/matters/17',
  },
  about: null,
  by: { id: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10', name: 'Ana Prior' },
  read: false,
}

const pageSchema = Type.Object(
  {
    items: Type.Array(notificationSchema),
    unread: Type.Integer({ description: 'How many are unread in all; 1000 stands for that many or more.' }),
    nextLink: sometimes(Type.String()),
  },
  { examples: [{ items: [example], unread: 1 }] },
)

function aboutToV2({ resource }: ShownNotification) {
  const { kind, id } = resource
  if (id === null) return null
  if (kind === 'task') return { type: 'Task' as const, id }
  if (isAboutInvoice(resource)) return { type: 'Invoice' as const, id }
  return isAboutMessage(resource) ? { type: 'Message' as const, id } : null
}

const notificationToV2 = (app: App, shown: ShownNotification): Static<typeof notificationSchema> => ({
  id: shown.id,
  at: shown.at.toISOString(),
  kind: shown.kind,
  text: shown.text,
  record: {
    type: shown.record.type,
    id: shown.record.id,
    displayId: shown.record.displayId,
    name: shown.record.name,
    url: recordPage(app, shown),
  },
  about: aboutToV2(shown),
  by: shown.by,
  read: shown.readAt !== null,
})

const querystring = Type.Object({
  $top: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 30 })),
  $skiptoken: Type.Optional(Type.String({ description: 'As nextLink has it.', maxLength: 20 })),
  unread: Type.Optional(Type.Boolean({ description: 'Only those that are unread.' })),
})

/** The id of the last notification of the page before. */
function beforeOf(token: string | undefined): number | undefined {
  if (token === undefined) return undefined
  if (!/^[1-9]\d{0,15}$/.test(token)) throw badInput('$skiptoken', 'must be taken from a nextLink.')
  return Number(token)
}

const nextLink = (app: App, next: number | undefined, { top, unread }: { top: number; unread: boolean }) =>
  next === undefined
    ? {}
    : {
        nextLink: `${app.config.publicUrl}/v2/notifications?${new URLSearchParams({
          $top: String(top),
          ...(unread ? { unread: 'true' } : {}),
          $skiptoken: String(next),
        }).toString()}`,
      }

const bodySchema = Type.Object(
  {
    upTo: Type.Optional(Type.Integer({ description: 'This notification and all before it.' })),
    ids: Type.Optional(Type.Array(Type.Integer(), { maxItems: 1000 })),
  },
  { additionalProperties: false },
)

function readFromV2(body: unknown): Read {
  const { upTo, ids } = propertiesOf(body, ['upTo', 'ids'])
  if ((upTo === undefined) === (ids === undefined)) {
    throw new AppError('bad_request', 'Send upTo, the id of a notification, or ids, a list of them.')
  }
  if (upTo !== undefined) {
    if (!isId(upTo)) throw badInput('upTo', 'must be the id of a notification.')
    return { upTo }
  }
  if (!Array.isArray(ids) || ids.length > 1_000 || !ids.every(isId)) {
    throw badInput('ids', 'must be a list of at most 1000 ids of notifications.')
  }
  return { ids }
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

export const notificationRoutes: RouteModule = (server, app) => {
  addNotificationDefaultRoutes(server, app)
  onGet(server, '/v2/notifications', {
    config,
    summary: 'List your notifications',
    description:
      'Newest first, on records that you see now and, for administrators, on the security of the organisation, with the number of those that are unread. They are made within seconds of what happened and kept for 180 days.',
    querystring,
    returns: pageSchema,
    handler: async (request) => {
      const actor = actorOf(request)
      const { $top: top = 30, $skiptoken, unread: unreadOnly = false } = request.query
      const asked = { limit: top, before: beforeOf($skiptoken), unreadOnly }
      const [{ items, next }, unread] = await Promise.all([
        listNotifications(app, actor, asked),
        countUnread(app, actor),
      ])
      return {
        items: items.map((each) => notificationToV2(app, each)),
        unread,
        ...nextLink(app, next, { top, unread: unreadOnly }),
      }
    },
  })

  onPost(server, '/v2/notifications/read', {
    config: { ...config, documentedBodies: jsonBody(bodySchema, { upTo: 812 }) },
    operationId: 'markNotificationsRead',
    summary: 'Mark notifications as read',
    description:
      'Your own: all up to one, or those with the given ids. What is read is not mailed any more. Others are passed over.',
    handler: (request) => markRead(app, actorOf(request), readFromV2(request.body)),
  })
}
