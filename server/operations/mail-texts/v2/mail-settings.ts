// v2 of the sender of the mails of your organisation.
import Type from 'typebox'
import { etagOf, versionCheck } from '../../../http/if-match.ts'
import { actorOf, type Server } from '../../../http/route.ts'
import { onGet, onPatch } from '../../../http/routes.ts'
import { mergePatchBody } from '../../../http/v2/bodies.ts'
import { given, propertiesOf, textIn, truthIn } from '../../../http/v2/merge-patch.ts'
import { nullable } from '../../../http/v2/references.wire.ts'
import type { App } from '../../../platform/app.ts'
import { readMailSettings } from '../../../platform/mail/mail-settings.ts'
import { setMailSettings } from '../set-mail-text.ts'

const administer = { access: { right: 'administer' } } as const
const settings = {
  senderName: nullable<string>('string', {
    maxLength: 80,
    description:
      'Shown with the sender address of the installation; null for the name that the operator has set.',
  }),
  replyTo: nullable<string>('string', {
    format: 'email',
    description: 'The reply address; null for the sender address.',
  }),
  withLogo: Type.Boolean({
    description: 'Whether mails show the logo of your organisation, as an inline attachment.',
  }),
}
const settingsExample = {
  senderName: 'Legal at Harbour Foods',
  replyTo: 'legal@harbour.example',
  withLogo: true,
}
const settingsSchema = Type.Object(settings, { examples: [settingsExample] })
const settingsChanges = Type.Object(
  {
    senderName: Type.Optional(settings.senderName),
    replyTo: Type.Optional(settings.replyTo),
    withLogo: Type.Optional(settings.withLogo),
  },
  { additionalProperties: false },
)

/** Adds the routes of the sender, which belong to those of the texts. */
export function addMailSettingsRoutes(server: Server, app: App): void {
  onGet(server, '/v2/mailSettings', {
    config: administer,
    summary: 'Get the mail settings of your organisation',
    description: 'The sender name, the reply address, and whether mails show your logo.',
    returns: settingsSchema,
    handler: async (request, reply) => {
      const { version, ...rest } = await readMailSettings(app.db, actorOf(request).organisationId)
      reply.header('etag', etagOf(version))
      return rest
    },
  })

  onPatch(server, '/v2/mailSettings', {
    config: {
      ...administer,
      ifMatch: true,
      etag: true,
      documentedBodies: mergePatchBody(settingsChanges, settingsExample),
    },
    summary: 'Update the mail settings of your organisation',
    description:
      'The sender address stays that of the installation. With If-Match, only the version that was read: otherwise 412.',
    handler: async (request, reply) => {
      const checkVersion = versionCheck(request)
      const properties = propertiesOf(request.body, ['senderName', 'replyTo', 'withLogo'])
      const changes = given({
        senderName: textIn(properties, 'senderName'),
        replyTo: textIn(properties, 'replyTo'),
        withLogo: truthIn(properties, 'withLogo'),
      })
      reply.header('etag', etagOf(await setMailSettings(app, actorOf(request), changes, { checkVersion })))
    },
  })
}
