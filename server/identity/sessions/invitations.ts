// Invitations as rows of lists: those of an organisation that are pending, and those of the first people of law firms.
import { sql } from 'kysely'
import { foundersOfFirms } from '../users/access.ts'
import { type Actor, roles } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Column } from '../../platform/lists/list-query.ts'
import type { Listing } from '../../platform/lists/list-rows.ts'
import { type RowSource, rowSource } from '../../platform/postgres/row-source.ts'

/** What has become of an invitation. */
export const invitationStates = ['Sent', 'Expired', 'Accepted', 'Withdrawn'] as const

const of = (kind: Column['kind'], name: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`users.${name}`),
})

// the latest link that has not been replaced; it may have expired
const expires = sql`(select max(l.expires_at) from password_links l
  where l.user_id = users.id and l.purpose = 'invitation' and l.used_at is null)`

const invitationListing = (now: Date) =>
  ({
    catalogue: {
      userId: of('uuid', 'id'),
      userEmail: of('text', 'email'),
      userFirstName: of('text', 'first_name'),
      userLastName: of('text', 'last_name'),
      userOrganisationId: of('integer', 'organisation_id'),
      role: { ...of('choice', 'role'), choices: roles },
      sentAt: of('moment', 'invited_at', true),
      expiresAt: { kind: 'moment', nullable: true, sql: expires },
      expired: {
        kind: 'boolean',
        nullable: false,
        sql: sql`(users.invited_at is not null and coalesce(${expires}, '-infinity') <= ${now}::timestamptz)`,
      },
    },
    id: { kind: 'uuid', sql: sql.ref('users.id') },
  }) as const satisfies Listing

/** The users of the actor's organisation who were invited and have not joined. For administrators. */
export const invitationRows = ({ db, clock }: App, { organisationId }: Actor): RowSource =>
  rowSource(
    db
      .selectFrom('users')
      .where('users.organisation_id', '=', organisationId)
      .where('users.status', 'in', ['Invited', 'Pending']),
    invitationListing(clock.now()),
  )

const firmInvitationListing = (now: Date) => {
  const { catalogue, id } = invitationListing(now)
  const { userId, userEmail, userFirstName, userLastName, userOrganisationId, sentAt, expiresAt, expired } =
    catalogue
  return {
    catalogue: {
      userId,
      userEmail,
      userFirstName,
      userLastName,
      userOrganisationId,
      sentAt,
      expiresAt,
      firmId: { kind: 'integer', nullable: false, sql: sql.ref('organisations.id') },
      firmName: { kind: 'text', nullable: false, sql: sql.ref('organisations.name') },
      state: {
        kind: 'choice',
        nullable: false,
        choices: invitationStates,
        sql: sql`(case when users.joined or users.status = 'Active' then 'Accepted'
          when users.status = 'Disabled' then 'Withdrawn' when ${expired.sql} then 'Expired' else 'Sent' end)`,
      },
    },
    id,
  } as const satisfies Listing
}

/** The first people of the law firms that the actor's organisation has added. For administrators. */
export const firmInvitationRows = ({ db, clock }: App, actor: Actor): RowSource =>
  rowSource(foundersOfFirms(db, actor), firmInvitationListing(clock.now()))
