// Who may read which part of the history, decided when it is read. An event of a record is seen by those who see the
// record now; one about something on it that has a rule of its own, a file or an invoice, by those who see that as
// well. Everything else is for the administrators of the organisation.
import { kindNames, type RecordKindName } from '../records/kinds.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { invoicesVisibleTo, isPaidByOwnOrganisation, readByPayers } from '../invoices/access.ts'
import { seesMatter } from '../invoices/rates/access.ts'
import { recordKinds } from '../kinds/record-kinds.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { readByOwnOrganisation } from '../platform/events/own-organisation.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { meetsSomewhere } from '../records/rights/involvement.ts'
import { isMemberOfSql } from '../records/disclosure.ts'
import { type EventRow, silentActions } from './history.ts'

type Access = Pick<App, 'subjects'>

const subject = { organisationId: 'events.organisation_id', id: 'events.subject_id' }

/** SQL: what is asked of the kind of the record that an event is about; no for one about none. */
const byKind = (asked: (kind: RecordKindName) => RawBuilder<SqlBool>) => {
  const branches = kindNames.map((kind) => sql`when ${sql.lit(kind)} then ${asked(kind)}`)
  return sql<SqlBool>`(case events.subject_kind ${sql.join(branches, sql` `)} else false end)`
}

const isOnVisibleRecord = ({ subjects }: Access, db: Reader, actor: Actor) =>
  byKind((kind) => subjects[kind].isToSee(db, actor, subject))

const isOnRecordWithPrivateFiles = ({ subjects }: Access, db: Reader, actor: Actor) =>
  byKind((kind) => subjects[kind].isToSeePrivate(db, actor, subject))

// not through access.ts: its own organisation has removed it, and only that it is gone is asked
const isInvoiceGone = sql<SqlBool>`not exists (select from invoices gone
  where gone.organisation_id = events.organisation_id and gone.id = events.resource_id)`

interface Reading {
  readonly app: Access
  readonly db: Reader
  readonly actor: Actor
}

const isOfOwnOrganisation = ({ actor }: Reading) =>
  sql<SqlBool>`events.organisation_id = ${actor.organisationId}`

/** Whether nothing in the table that the event is about is for a matter that the reader does not see. */
const isOfSeenMatter =
  (table: string, id: string) =>
  ({ db, actor }: Reading) =>
    sql<SqlBool>`not exists (select from ${sql.table(table)} as about
      where about.organisation_id = events.organisation_id and ${sql.ref(`about.${id}`)} = events.resource_id
        and about.matter_id is not null and not ${seesMatter(db, actor, 'about')})`

const bills = ({ actor }: Reading) => sql<SqlBool>`${meetsSomewhere(actor, 'billing')}::boolean`

/** Of invoices of others, whether nothing has changed but what only those who pay read. */
const isOfPayersOnly = sql<SqlBool>`(events.name = 'invoice.updated' and events.facts ?| ${[...readByPayers]}::text[]
  and coalesce(events.facts -> 'changes', '{}') - ${[...readByPayers]}::text[] = '{}')`

/**
 * Who reads what happened to things that have a rule of their own, by their kind or the event: those who read the
 * things. test/house/hidden/history-readers.test.ts compares both.
 */
const readers: Readonly<Record<string, (reading: Reading) => RawBuilder<SqlBool>>> = {
  // not through access.ts: of a private file only whether it is private is asked, the record is checked as well
  file: ({ app, db, actor }) =>
    sql`(exists (select 1 from files f where f.organisation_id = events.organisation_id
        and f.id = events.resource_id and (not f.shielded or f.shielded_for = ${actor.userId}))
      or ${isOnRecordWithPrivateFiles(app, db, actor)})`,
  invoice: ({ db, actor }) =>
    sql`(exists ${invoicesVisibleTo(db, actor)
      .where(
        sql<SqlBool>`invoices.organisation_id = events.organisation_id and invoices.id = events.resource_id
          and (${isPaidByOwnOrganisation(actor)} or not ${isOfPayersOnly})`,
      )
      .select(sql`1`.as('one'))}
      or (events.organisation_id = ${actor.organisationId} and ${isInvoiceGone}))`,
  ...Object.fromEntries(readByOwnOrganisation.map((what) => [what, isOfOwnOrganisation])),
  purchaseOrder: (reading) =>
    sql`(${isOfOwnOrganisation(reading)} and ${bills(reading)}
      and ${isOfSeenMatter('purchase_orders', 'id')(reading)})`,
  agreedRate: isOfSeenMatter('agreed_rates', 'id'),
  rateProposal: isOfSeenMatter('rate_proposal_lines', 'proposal_id'),
}

const isResourceSeen = (reading: Reading) =>
  sql<SqlBool>`(case ${sql.join(
    Object.entries(readers).map(
      ([what, isRead]) =>
        sql`when ${sql.ref(what.includes('.') ? 'events.name' : 'events.resource_kind')} = ${sql.lit(what)} then ${isRead(reading)}`,
    ),
    sql` `,
  )} else true end)`

/** Whether the reader may know that the property of the event changed. */
export const isPropertyRead = (
  { organisationId, resourceKind }: Pick<EventRow, 'organisationId' | 'resourceKind'>,
  actor: Actor,
  name: string,
): boolean =>
  resourceKind !== 'invoice' ||
  organisationId === actor.organisationId ||
  !(readByPayers as readonly string[]).includes(name)

const isShown = sql<SqlBool>`(not events.name = any(${[...silentActions]}::text[])
  and not (events.facts ? 'statusMessageId' or events.facts ? 'tagId'))`

/** What was destroyed, when and by whom. */
const certificates = kindNames.map((kind) => `${kind}.purged`)

const eventsOf = (db: Reader, organisationIds: readonly number[]) =>
  db
    .selectFrom('events')
    .where('events.organisation_id', 'in', [...organisationIds])
    .where(isShown)

/**
 * The events on records that the caller sees: those of one record, or of one thing that they have been given to see.
 */
export const eventsOfRecords = (app: Access, db: Reader, actor: Actor) =>
  eventsOf(db, actor.organisationIds)
    .where(isOnVisibleRecord(app, db, actor))
    .where(isResourceSeen({ app, db, actor }))

/** The whole history of the caller's organisation, for its administrators; of records what they see of these. */
export const eventsOfOrganisation = (app: Access, db: Reader, actor: Actor) =>
  eventsOf(db, [actor.organisationId]).where(
    // nobody sees a record that was destroyed: what is left of it is for the administrators
    sql<SqlBool>`(events.name = any(${[...certificates]}::text[])
      or ((events.subject_kind is null or ${isOnVisibleRecord(app, db, actor)}) and ${isResourceSeen({ app, db, actor })}))`,
  )

/** The events on records that the caller is a member of. */
export const eventsOfMemberships = (app: Access, db: Reader, actor: Actor) =>
  eventsOfRecords(app, db, actor).where(byKind((kind) => isMemberOfSql(recordKinds[kind], subject, actor)))
