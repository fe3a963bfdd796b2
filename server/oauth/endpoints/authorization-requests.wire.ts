// How an authorization request is shown to the person who decides it.
import type { Actor } from '../../platform/actor.ts'
import type { Reader } from '../../platform/database.ts'
import type { findOpenRequest } from '../authorization-code/consent.ts'

type OpenRequest = NonNullable<Awaited<ReturnType<typeof findOpenRequest>>>

/** Who asks, and where the answer goes. */
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

/** In whose name it would be. */
export async function requestUser(db: Reader, actor: Actor) {
  const row = await db
    .selectFrom('users')
    .innerJoin('organisations', 'organisations.id', 'users.organisation_id')
    .where('users.id', '=', actor.userId)
    .select(['users.email', 'organisations.name as organisation'])
    .executeTakeFirstOrThrow()
  return { name: actor.name, email: row.email, organisationName: row.organisation }
}
