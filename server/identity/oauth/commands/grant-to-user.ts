// A grant without a browser: the sandbox's command line creates one for a user, so that the first call works
// immediately.
import type { App } from '../../../platform/app.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import { forbidden, notFound } from '../../../platform/errors.ts'
import { fullName } from '../../users/user.ts'
import { clientServesUser } from '../client.ts'
import { beginGrant, type TokenPair } from '../grants.ts'

interface Wanted {
  readonly userId: string
  /** Called client_id on the wire. */
  readonly clientId: string
}

/**
 * Creates a grant of the user to the client, equivalent to consent and an exchange with the client's secret. Throws
 * not_found, and forbidden outside a sandbox and for a user whom the client does not serve.
 */
export async function grantToUser(app: App, { userId, clientId }: Wanted): Promise<TokenPair> {
  if (app.config.environment !== 'sandbox')
    throw forbidden('Tokens without a sign-in are available only in a sandbox.')
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
      `The user is not active, or the client "${clientId}" is disabled or not available to their organisation.`,
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
