// v2 of how people of your organisation are notified who have not chosen themselves.
import Type from 'typebox'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type Server } from '../../http/route.ts'
import { onGet, onPatch } from '../../http/routes.ts'
import { mergePatchBody } from '../../http/v2/bodies.ts'
import { oneOf } from '../../http/v2/references.wire.ts'
import { propertiesOf } from '../../http/v2/merge-patch.ts'
import type { App } from '../../platform/app.ts'
import { setNotifyDefaults } from '../commands/set-defaults.ts'
import { defaultWays, type NotificationKind, notificationKinds, notificationWays } from '../notification.ts'
import { readNotifyChanges, readNotifyDefaults } from '../preferences.ts'

const administer = { access: { right: 'administer' } } as const
const way = oneOf(notificationWays)
const notify = Type.Object(
  Object.fromEntries(notificationKinds.map((kind) => [kind, way])) as Record<NotificationKind, typeof way>,
)
const schema = Type.Object(
  {
    notify,
    standard: Type.Object(notify.properties, {
      description: 'The ways of an organisation that has set none.',
    }),
  },
  { examples: [{ notify: { ...defaultWays, status: 'Digest' as const }, standard: defaultWays }] },
)
const changesSchema = Type.Object({ notify: Type.Partial(notify) }, { additionalProperties: false })

/** Adds the routes of the defaults, which belong to those of notifications. */
export function addNotificationDefaultRoutes(server: Server, app: App): void {
  onGet(server, '/v2/notificationDefaults', {
    config: administer,
    summary: 'Get the notification defaults of your organisation',
    description:
      'How people are notified of each kind until they choose themselves on their page “Preferences”.',
    returns: schema,
    handler: async (request, reply) => {
      const { ways, version } = await readNotifyDefaults(app.db, actorOf(request).organisationId)
      reply.header('etag', etagOf(version))
      return { notify: ways, standard: defaultWays }
    },
  })

  onPatch(server, '/v2/notificationDefaults', {
    config: {
      ...administer,
      ifMatch: true,
      etag: true,
      documentedBodies: mergePatchBody(changesSchema, { notify: { status: 'Digest' } }),
    },
    summary: 'Update the notification defaults of your organisation',
    description:
      'For everybody who has not chosen themselves, at once, and for new people. An absent kind is kept, null returns to the standard. With If-Match, only the version that was read: otherwise 412.',
    handler: async (request, reply) => {
      const checkVersion = versionCheck(request)
      const changes = readNotifyChanges(propertiesOf(request.body, ['notify'])['notify'])
      reply.header('etag', etagOf(await setNotifyDefaults(app, actorOf(request), changes, { checkVersion })))
    },
  })
}
