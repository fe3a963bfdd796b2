// Offers of one organisation to work with another: created, accepted, declined or withdrawn.
import { defineMail, linkPlaceholder } from '../../../platform/mail/mail-kind.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change } from '../../../platform/events/change.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { badInput, forbidden, notFound, sentence } from '../../../platform/errors.ts'
import { uniqueTextOf } from '../../../platform/postgres/unique-text.ts'
import { checkRoom } from '../limits/check-room.ts'
import { mapUniqueViolation } from '../../../platform/postgres/unique-violation.ts'
import { getOrganisationToChange } from '../access.ts'
import { organisationEvent } from '../events.ts'
import { offersVisibleTo, otherType } from '../links.ts'
import { insertLink, pairOf } from './link-organisations.ts'

const lifeInDays = 30

/** The mail to the other organisation. */
export const linkOffer = defineMail({
  name: 'linkOffer',
  label: 'Offer to work together',
  when: 'Your organisation offers a law firm or a customer to be connected.',
  subject: '{{organisation}} would like to work with you',
  body: `Hello,

{{by}} of {{organisation}} would like to work with your {{other}} on Chancery.

To accept, sign in within {{days}} days as an administrator with this address: {{link}}

If you do not know them, do nothing: nothing is shared until you accept.`,
  placeholders: {
    by: { label: 'who offers', sample: 'Ben Okafor' },
    organisation: { label: 'your organisation', sample: 'Harbour Foods', required: true },
    other: { label: '"law firm" or "legal department"', sample: 'law firm' },
    days: { label: 'how many days the offer lasts', sample: '30' },
    link: linkPlaceholder('the page on which they sign in', 'https://legal.example'),
  },
})

/**
 * Offers the actor's organisation to a law firm or a customer, by a mail to an administrator of it, and returns the
 * offer's id. Nobody learns whether the address belongs to anybody. For administrators. Throws conflict while there is
 * an open offer to the address, or if there are too many.
 */
export async function offerLink(app: App, actor: Actor, address: string): Promise<number> {
  const email = address.trim()
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw badInput('email', sentence(`"${email}" is not an email address.`))
  const constraint = 'organisation_link_offers_once'
  const message = `There is already an open offer to ${email}. Withdraw it first to make another one.`
  return mapUniqueViolation({ constraint, message }, () =>
    change(app, actor, async (tx, now) => {
      const own = await getOrganisationToChange(tx, actor, actor.organisationId)
      await checkOfferLimit(tx, own.id, now)
      const { id } = await tx
        .insertInto('organisation_link_offers')
        .values({
          organisation_id: own.id,
          email,
          email_key: uniqueTextOf(email),
          created_at: now,
          created_by: actor.userId,
          expires_at: new Date(now.getTime() + lifeInDays * 86_400_000),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const other = otherType(own.type) === 'Customer' ? 'legal department' : 'law firm'
      const values = {
        by: actor.name,
        organisation: own.name,
        other,
        days: String(lifeInDays),
        link: app.config.webUrl,
      }
      await app.mail.write(tx, linkOffer, { organisationId: own.id, to: email, values }, now)
      return { result: id, events: [organisationEvent('organisation.link.offered', own.id, { email })] }
    }),
  )
}

/** Removes expired offers, and rejects more than the maximum: each is a mail to somebody. */
async function checkOfferLimit(tx: Tx, organisationId: number, now: Date): Promise<void> {
  await tx
    .deleteFrom('organisation_link_offers')
    .where('organisation_id', '=', organisationId)
    .where('expires_at', '<=', now)
    .execute()
  await checkRoom(tx, 'linkOffers', { organisationId })
}

/** Accepts an offer to the actor's own address: the two organisations are linked. For administrators. */
export function acceptOffer(app: App, actor: Actor, id: number): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const own = await getOrganisationToChange(tx, actor, actor.organisationId)
    const offer = await takeOffer(tx, actor, { id, now })
    if (offer.organisation_id === own.id) throw forbidden('Only the other side can accept your offer.')
    const events = await insertLink(tx, pairOf(own, offer.organisation_id), now)
    return { result: undefined, events }
  })
}

/** Withdraws an offer of the actor's organisation, or declines one to the actor's address. For administrators. */
export function endOffer(app: App, actor: Actor, id: number): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const own = await getOrganisationToChange(tx, actor, actor.organisationId)
    const { organisation_id: by, email } = await takeOffer(tx, actor, { id, now })
    const name = by === own.id ? 'organisation.link.offer.withdrawn' : 'organisation.link.offer.declined'
    return { result: undefined, events: [organisationEvent(name, by, { email })] }
  })
}

async function takeOffer(tx: Tx, actor: Actor, { id, now }: { readonly id: number; readonly now: Date }) {
  const offer = await offersVisibleTo(tx, actor, now)
    .where('organisation_link_offers.id', '=', id)
    .select(['organisation_link_offers.organisation_id', 'organisation_link_offers.email'])
    .executeTakeFirst()
  if (!offer) throw notFound()
  const { numDeletedRows } = await tx
    .deleteFrom('organisation_link_offers')
    .where('id', '=', id)
    .executeTakeFirst()
  // somebody else ended the offer first
  if (numDeletedRows === 0n) throw notFound()
  return offer
}
