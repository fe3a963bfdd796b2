// Links between customers and law firms, and the offers that create them.
//
// offer   one side writes to the address of an administrator of the other; it lasts thirty days, or until it is
// accepted,
// declined or withdrawn
// link    both have agreed, or the customer has created the law firm itself
import { sql, type SqlBool } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import type { Column } from '../../platform/lists/list-query.ts'
import type { Listing } from '../../platform/lists/list-rows.ts'
import { type RowSource, rowSource } from '../../platform/postgres/row-source.ts'
import { isGuest, organisationsOnRecordsOf } from './guest-sight.ts'
import { type OrganisationType, organisationTypes } from './organisation.ts'

/** The type of the other side of a link. */
export const otherType = (type: OrganisationType): OrganisationType =>
  type === 'Customer' ? 'ServiceProvider' : 'Customer'

const of = (kind: Column['kind'], name: string): Column => ({ kind, nullable: false, sql: sql.ref(name) })

const linkListing = {
  catalogue: {
    organisationId: of('integer', 'other.id'),
    organisationName: of('text', 'other.name'),
    organisationType: { ...of('choice', 'other.type'), choices: organisationTypes },
    createdAt: of('moment', 'organisation_links.created_at'),
  },
  id: { kind: 'integer', sql: sql.ref('other.id') },
} as const satisfies Listing

/** The organisations that the actor's own is linked to, and that the actor may find. */
export const linkRows = ({ db }: App, actor: Actor): RowSource => {
  const { organisationId } = actor
  return rowSource(
    db
      .selectFrom('organisation_links')
      .innerJoin('organisations as other', (join) =>
        join.on((eb) =>
          eb.or([
            eb.and([
              eb('organisation_links.customer_id', '=', organisationId),
              eb('other.id', '=', eb.ref('organisation_links.provider_id')),
            ]),
            eb.and([
              eb('organisation_links.provider_id', '=', organisationId),
              eb('other.id', '=', eb.ref('organisation_links.customer_id')),
            ]),
          ]),
        ),
      )
      .$if(isGuest(actor), (links) =>
        links.where(sql<SqlBool>`other.id in ${organisationsOnRecordsOf(actor)}`),
      ),
    linkListing,
  )
}

/** Who made an offer, as the reader sees it. */
export const offerDirections = ['Sent', 'Received'] as const
export type OfferDirection = (typeof offerDirections)[number]

const offerListing = (actor: Actor) =>
  ({
    catalogue: {
      id: of('integer', 'organisation_link_offers.id'),
      email: of('text', 'organisation_link_offers.email'),
      organisationId: of('integer', 'organisations.id'),
      organisationName: of('text', 'organisations.name'),
      organisationType: { ...of('choice', 'organisations.type'), choices: organisationTypes },
      direction: {
        kind: 'choice',
        nullable: false,
        choices: offerDirections,
        sql: sql`(case when organisation_link_offers.organisation_id = ${actor.organisationId} then 'Sent'
          else 'Received' end)`,
      },
      createdAt: of('moment', 'organisation_link_offers.created_at'),
      expiresAt: of('moment', 'organisation_link_offers.expires_at'),
    },
    id: { kind: 'integer', sql: sql.ref('organisation_link_offers.id') },
  }) as const satisfies Listing

/** Open offers: those the actor's organisation has made, and those to the actor's own address. */
export const offersVisibleTo = (db: Reader, actor: Actor, now: Date) =>
  db
    .selectFrom('organisation_link_offers')
    .innerJoin('organisations', 'organisations.id', 'organisation_link_offers.organisation_id')
    .where('organisation_link_offers.expires_at', '>', now)
    .where((eb) =>
      eb.or([
        eb('organisation_link_offers.organisation_id', '=', actor.organisationId),
        eb.and([
          eb('organisations.type', '=', otherType(actor.organisationType)),
          eb(
            'organisation_link_offers.email_key',
            '=',
            eb.selectFrom('users').where('users.id', '=', actor.userId).select('users.email_key'),
          ),
        ]),
      ]),
    )

/** Those offers as a list. */
export const offerRows = ({ db, clock }: App, actor: Actor): RowSource =>
  rowSource(offersVisibleTo(db, actor, clock.now()), offerListing(actor))
