// Integration clients: programs that users allow to act on their behalf.
//
// client         registered by an organisation; has a public id, redirect addresses and, if it can keep them, secrets
// available to   users of its organisation and of organisations linked to it, or everyone in the installation
// consent        a user's permission for a client, given once
// grant          created by exchanging a code: a family of refresh tokens, one of them live, and their access tokens
// spent          of a refresh token: exchanged for its successor
import { sql, type SqlBool } from 'kysely'
import type { Reader } from '../../platform/postgres/database.ts'
import { computed } from '../../platform/postgres/statement.ts'

export type ClientStatus = 'Active' | 'Disabled'
export type Availability = 'Organisation' | 'Installation'

/** A client as the protocol needs it. */
export interface Client {
  readonly id: number
  /** Called client_id on the wire. */
  readonly publicId: string
  readonly organisationId: number
  readonly name: string
  readonly contactEmail: string
  readonly redirectUris: readonly string[]
  readonly status: ClientStatus
  /** Whether it must send its secret with every call; false for a client that has none. */
  readonly secretRequired: boolean
}

export const longestClientId = 200

/** A query for the client with this public id, to be extended; read its row with `clientOf`. */
export const clients = (db: Reader, publicId: string) =>
  db
    .selectFrom('oauth_clients')
    // the database stores no NUL, so an id with one matches nothing; neither does an empty id
    .where(
      'oauth_clients.public_id',
      '=',
      computed(publicId, (id) => (id.includes('\0') ? '' : id)),
    )
    .select([
      'oauth_clients.id',
      'oauth_clients.public_id',
      'oauth_clients.organisation_id',
      'oauth_clients.name',
      'oauth_clients.contact_email',
      'oauth_clients.redirect_uris',
      'oauth_clients.status',
      'oauth_clients.secret_required',
    ])

export type ClientRow = NonNullable<Awaited<ReturnType<ReturnType<typeof clients>['executeTakeFirst']>>>

/** The row of `clients` as a client. */
export const clientOf = (row: ClientRow): Client => ({
  id: row.id,
  publicId: row.public_id,
  organisationId: row.organisation_id,
  name: row.name,
  contactEmail: row.contact_email,
  redirectUris: row.redirect_uris,
  status: row.status as ClientStatus,
  secretRequired: row.secret_required,
})

/** The client with this public id, even if disabled; undefined if there is none. */
export async function findClient(db: Reader, publicId: string): Promise<Client | undefined> {
  if (publicId.length > longestClientId) return undefined
  const row = await clients(db, publicId).executeTakeFirst()
  return row && clientOf(row)
}

/** For a query over users and oauth_clients: the client is active, and the user can use it. */
export const clientServesUser = sql<SqlBool>`
  oauth_clients.status = 'Active' and (
    oauth_clients.available_to = 'Installation'
    or oauth_clients.organisation_id = users.organisation_id
    or exists (
      select from organisation_links l
      where (l.customer_id = users.organisation_id and l.provider_id = oauth_clients.organisation_id)
        or (l.provider_id = users.organisation_id and l.customer_id = oauth_clients.organisation_id)))`
