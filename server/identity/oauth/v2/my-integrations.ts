// v2 of the access a user has given to integrations.
import Type from 'typebox'
import { idOf } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onDelete, onGet } from '../../../http/routes.ts'
import { endConsent, listConsents } from '../consents.ts'

const DateTime = Type.String({ format: 'date-time' })

const MyIntegrations = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        contactEmail: Type.String(),
        organisationName: Type.String(),
        consentGiven: DateTime,
        lastUsed: Type.Union([DateTime, Type.Null()], {
          description: 'When it last got tokens; null if none of its tokens is usable any more.',
        }),
      }),
    ),
  },
  {
    examples: [
      {
        items: [
          {
            id: 3,
            name: 'Contract archive',
            contactEmail: 'integrations@harbour.example',
            organisationName: 'Harbour',
            consentGiven: '2026-03-02T09:00:00.000Z',
            lastUsed: '2026-03-04T07:30:00.000Z',
          },
        ],
      },
    ],
  },
)

const everyone = { access: { right: 'use' } } as const

export const myIntegrationRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/my/integrations', {
    config: everyone,
    summary: 'List the integrations that I have allowed',
    description: 'Integrations that may act for the caller, by consent.',
    returns: MyIntegrations,
    handler: async (request) => ({
      items: (await listConsents(app, actorOf(request))).map(
        ({ clientId, givenAt, lastUsedAt, ...consent }) => ({
          id: clientId,
          ...consent,
          consentGiven: givenAt.toISOString(),
          lastUsed: lastUsedAt?.toISOString() ?? null,
        }),
      ),
    }),
  })

  onDelete(server, '/v2/my/integrations/:id', {
    config: everyone,
    summary: 'Withdraw my consent to an integration',
    description:
      'Its tokens for the caller become invalid at once, and nothing more is sent to webhook subscriptions it created.',
    handler: (request) => endConsent(app, actorOf(request), idOf(request.params.id)),
  })
}
