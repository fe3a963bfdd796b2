// v2 of what people of the organisation have allowed integrations, for those who manage integrations.
import Type, { type Static } from 'typebox'
import { idOf, personIdOf } from '../../../http/ids.ts'
import { actorOf, type Server } from '../../../http/route.ts'
import { onDelete, onGet } from '../../../http/routes.ts'
import { itemsSchema, pageOf, pageQuery } from '../../../http/v2/paging.ts'
import { personExample, userReference } from '../../../http/v2/references.wire.ts'
import type { App } from '../../../platform/app.ts'
import { endGivenConsent, type GivenConsent, listGivenConsents } from '../consents.ts'

const DateTime = Type.String({ format: 'date-time' })
const managers = { access: { right: 'manage-integrations' } } as const

const IntegrationGrantV2 = Type.Object(
  {
    user: Type.Object(userReference),
    client: Type.Object({ id: Type.Integer(), name: Type.String() }),
    contactEmail: Type.String(),
    organisationName: Type.String({ description: 'The organisation that registered the client.' }),
    consentGiven: DateTime,
    lastUsed: Type.Union([DateTime, Type.Null()], {
      description: 'When it last got tokens; null if none of its tokens is usable any more.',
    }),
  },
  {
    examples: [
      {
        user: personExample,
        client: { id: 3, name: 'Contract archive' },
        contactEmail: 'integrations@harbour.example',
        organisationName: 'Harbour',
        consentGiven: '2026-03-02T09:00:00.000Z',
        lastUsed: '2026-03-04T07:30:00.000Z',
      },
    ],
  },
)

/** Adds the routes of what people have allowed, which belong to those of clients. */
export function addIntegrationGrantRoutes(server: Server, app: App): void {
  onGet(server, '/v2/integrationGrants', {
    config: managers,
    summary: 'List what people have allowed integrations',
    description:
      'Which integrations people of the caller’s organisation have allowed to act for them, newest first; of one client or one person if given.',
    querystring: Type.Object({
      ...pageQuery,
      clientId: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
      userId: Type.Optional(Type.String({ format: 'uuid' })),
    }),
    returns: itemsSchema(IntegrationGrantV2),
    handler: async (request) => {
      const { clientId, userId } = request.query
      const filter = { clientId, userId, ...pageOf(request.query) }
      return { items: (await listGivenConsents(app, actorOf(request), filter)).map(grantToV2) }
    },
  })

  onDelete(server, '/v2/integrationGrants/:clientId/:userId', {
    config: managers,
    summary: 'End what a person has allowed an integration',
    description:
      'Its tokens for the person end at once, and unused codes with them. It may ask the person again; disable the client to prevent that.',
    handler: (request) =>
      endGivenConsent(app, actorOf(request), {
        clientId: idOf(request.params.clientId),
        userId: personIdOf(request.params.userId),
      }),
  })
}

const grantToV2 = ({
  user,
  clientId,
  name,
  givenAt,
  lastUsedAt,
  contactEmail,
  organisationName,
}: GivenConsent): Static<typeof IntegrationGrantV2> => ({
  user,
  client: { id: clientId, name },
  contactEmail,
  organisationName,
  consentGiven: givenAt.toISOString(),
  lastUsed: lastUsedAt?.toISOString() ?? null,
})
