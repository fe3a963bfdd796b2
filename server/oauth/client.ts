// Integration clients: programs that people let act for them.
//
// client         registered by an organisation; has a public id, redirect addresses and, when it can keep them, secrets
// available to   people of its organisation and of organisations linked to it, or everyone in the installation
// consent        a person's yes to a client, given once
// grant          what one exchange of a code began: a family of refresh tokens, one of them live, and their access tokens
// spent          of a refresh token: exchanged for its successor
import { sql, type SqlBool } from 'kysely'
import type { Reader } from '../platform/database.ts'

export type ClientStatus = 'Active' | 'Disabled'
export type Availability = 'Organisation' | 'Installation'

/** A client as the protocol needs it. */
export interface Client {
  readonly id: number
  /** What the wire calls client_id. */
  readonly publicId: string
  readonly organisationId: number
  readonly name: string
  readonly contactEmail: string
  readonly redirectUris: readonly string[]
  readonly status: ClientStatus
}

/** The client with this public id, disabled ones too; undefined when there is none. */
export async function findClient(db: Reader, publicId: string): Promise<Client | undefined> {
  if (publicId.length > 200) return undefined
  const row = await db
    .selectFrom('oauth_clients')
    .where('public_id', '=', publicId)
    .select(['id', 'public_id', 'organisation_id', 'name', 'contact_email', 'redirect_uris', 'status'])
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      publicId: row.public_id,
      organisationId: row.organisation_id,
      name: row.name,
      contactEmail: row.contact_email,
      redirectUris: row.redirect_uris,
      status: row.status as ClientStatus,
    }
  )
}

/** For a query over users and oauth_clients: the client is on, and the person may use it. */
export const clientServesUser = sql<SqlBool>`
  oauth_clients.status = 'Active' and (
    oauth_clients.available_to = 'Installation'
    or oauth_clients.organisation_id = users.organisation_id
    or exists (
      select from organisation_links l
      where (l.customer_id = users.organisation_id and l.provider_id = oauth_clients.organisation_id)
        or (l.provider_id = users.organisation_id and l.customer_id = oauth_clients.organisation_id)))`
