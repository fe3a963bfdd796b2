// How an authorization request is shown to the user who decides it.
import Type from 'typebox'
import type { findOpenRequest } from '../authorization-code/consent.ts'

const longestQuery = 32 * 1024

export const NewRequest = Type.Object(
  {
    query: Type.String({
      maxLength: longestQuery,
      description: 'The query string of the URL, unchanged.',
    }),
  },
  { additionalProperties: false },
)

export const RequestId = Type.Object({ id: Type.String({ maxLength: 100 }) })

export const Decision = Type.Object(
  {
    decision: Type.Union([Type.Literal('allow'), Type.Literal('deny')]),
    asked: Type.Optional(
      Type.Boolean({
        description:
          'Whether the person was asked just now; a page that goes on for them sends false, and is 409 if they have not consented to the client as it is.',
      }),
    ),
  },
  { additionalProperties: false },
)

type OpenRequest = NonNullable<Awaited<ReturnType<typeof findOpenRequest>>>

/** The requesting client, and the redirect address. */
export const requestShown = (id: string, request: OpenRequest) => ({
  id,
  client: {
    name: request.client_name,
    contactEmail: request.contact_email,
    organisationName: request.organisation_name,
  },
  redirectHost: new URL(request.redirect_uri).host,
  expiresAt: request.expires_at.toISOString(),
})
