// A grant without a browser: the sandbox's command line begins one for a person, so that the first call works at once.
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/change.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import { fullName } from '../../users/user.ts'
import { clientServesUser } from '../client.ts'
import { beginGrant, type TokenPair } from '../grants.ts'

interface Wanted {
  readonly userId: string
  /** What the wire calls client_id. */
  readonly clientId: string
}

/**
 * Begins a grant of the person to the client, as their yes and an exchange with the client's secret would have done. Throws
 * not_found, and forbidden outside a sandbox and for a person whom the client does not serve.
 */
export async function grantToUser(app: App, { userId, clientId }: Wanted): Promise<TokenPair> {
  if (app.config.environment !== 'sandbox') throw forbidden('Only a sandbox gives tokens without a sign-in.')
  const row = await app.db
    .selectFrom('users')
    .innerJoin('oauth_clients', (join) => join.on('oauth_clients.public_id', '=', clientId))
    .where('users.id', '=', userId)
    .select(['users.first_name', 'users.last_name', 'users.email', 'users.organisation_id'])
    .select(['oauth_clients.id as client_id', 'oauth_clients.confidential'])
    .select((eb) => eb.and([eb('users.status', '=', 'Active'), clientServesUser]).as('may_use_client'))
    .executeTakeFirst()
  if (!row) throw notFound()
  if (!row.may_use_client) {
    throw forbidden(
      `The person is not active, or the client "${clientId}" is disabled or not for people of their organisation.`,
    )
  }
  return internalTransaction(app, (tx) =>
    beginGrant(app, tx, {
      userId,
      userName: fullName(row),
      email: row.email,
      organisationId: row.organisation_id,
      clientId: row.client_id,
      clientPublicId: clientId,
      withSecret: row.confidential,
    }),
  )
}
