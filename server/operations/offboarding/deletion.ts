// The deletion of an organisation: asked for by its administrators, after an export; carried out 30 days later, unless
// it was cancelled or a record is under a legal hold. docs/decisions/0073-deleting-organisations.md
import { defineMail, type MailKind, type MailValues } from '../../platform/mail/mail-kind.ts'
import { sql } from 'kysely'
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import { organisationEvent } from '../../identity/organisations/events.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, conflict, notFound } from '../../platform/errors.ts'
import { change, type SystemActor } from '../../platform/events/change.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'

const organisationName = { label: 'your organisation', sample: 'Harbour Foods', required: true } as const

const deletionRequested = defineMail({
  name: 'deletionRequested',
  label: 'Deletion of the organisation asked for',
  when: 'The deletion of the organisation was asked for: to every administrator.',
  subject: '{{organisation}} will be deleted on {{day}}',
  body: `Somebody asked for the deletion of {{organisation}} in Chancery, with everything in it. Reason: {{reason}}

It is carried out on {{day}}. Until then, every administrator can cancel it.`,
  placeholders: {
    organisation: organisationName,
    day: { label: 'the day of the deletion', sample: '2026-04-01', required: true },
    reason: { label: 'the reason', sample: 'We move to another system.' },
  },
})

const deletionCancelled = defineMail({
  name: 'deletionCancelled',
  label: 'Deletion of the organisation cancelled',
  when: 'The deletion of the organisation was cancelled: to every administrator.',
  subject: '{{organisation}} will not be deleted',
  body: 'The deletion of {{organisation}} in Chancery was cancelled. Nothing was deleted.',
  placeholders: { organisation: organisationName },
})

/** The mails about the end of an organisation. */
export const deletionMails = [deletionRequested, deletionCancelled]

const day = 24 * 60 * 60_000
/** How long an organisation can think about it. */
const thinkingDays = 30
/** An export older than this does not count. */
const exportLastsDays = 30

export interface RequestedDeletion {
  readonly requestedAt: Date
  /** Null for the operator. */
  readonly requestedBy: string | null
  readonly dueAt: Date
  readonly reason: string
  /** How many records are under a legal hold: as long as there is one, nothing is deleted. */
  readonly holds: number
}

interface Asked {
  readonly organisationId: number
  /** The name of the organisation, to confirm that this one is meant. */
  readonly name: string
  readonly reason: string
}

/**
 * Asks for the deletion, for the organisation's administrators and the operator; every administrator gets a mail.
 * Throws bad_request for another name, and conflict without a recent export, under a legal hold, or when it was asked
 * for already.
 */
export function requestDeletion(
  app: App,
  actor: Actor | SystemActor,
  { organisationId, name, reason }: Asked,
): Promise<RequestedDeletion> {
  return change(app, actor, async (tx, now) => {
    const organisation = await getOrganisationToChange(tx, actor, organisationId)
    if (name.trim() !== organisation.name) {
      throw badInput('name', 'must be the name of the organisation, to confirm that this one is meant.')
    }
    if (await findDeletion(tx, organisationId)) {
      throw conflict('The deletion was asked for already.')
    }
    await checkExported(tx, organisationId, now)
    const holds = await countHolds(tx, organisationId)
    if (holds > 0) throw conflict(`${holds} records are under a legal hold. End the holds first.`)
    const dueAt = new Date(now.getTime() + thinkingDays * day)
    await tx
      .updateTable('organisations')
      .set({
        deletion_requested_at: now,
        deletion_requested_by: actor.userId,
        deletion_due_at: dueAt,
        deletion_reason: reason,
        updated_at: now,
      })
      .where('id', '=', organisationId)
      .execute()
    const due = dueAt.toISOString().slice(0, 10)
    const values = { organisation: organisation.name, day: due, reason }
    await mailAdministrators(app, tx, { organisationId, now }, { kind: deletionRequested, values })
    const event = organisationEvent('organisation.deletion.requested', organisationId, { reason, due })
    const requested = { requestedAt: now, requestedBy: actor.userId, dueAt, reason, holds: 0 }
    return { result: requested, events: [event] }
  })
}

/**
 * Cancels the deletion, for the organisation's administrators and the operator. Throws not_found if it was not asked
 * for.
 */
export function cancelDeletion(app: App, actor: Actor | SystemActor, organisationId: number): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const organisation = await getOrganisationToChange(tx, actor, organisationId)
    if (!(await findDeletion(tx, organisationId))) throw notFound()
    await tx
      .updateTable('organisations')
      .set({
        deletion_requested_at: null,
        deletion_requested_by: null,
        deletion_due_at: null,
        deletion_reason: null,
        updated_at: now,
      })
      .where('id', '=', organisationId)
      .execute()
    const values = { organisation: organisation.name }
    await mailAdministrators(app, tx, { organisationId, now }, { kind: deletionCancelled, values })
    const event = organisationEvent('organisation.deletion.cancelled', organisationId, {})
    return { result: undefined, events: [event] }
  })
}

/** The deletion that an administrator of the organisation asked for; not_found if nobody did. */
export async function getDeletion(db: Reader, { organisationId }: Actor): Promise<RequestedDeletion> {
  const found = await findDeletion(db, organisationId)
  if (!found) throw notFound()
  return found
}

/** The deletion that was asked for, if any. */
export async function findDeletion(
  db: Reader,
  organisationId: number,
): Promise<RequestedDeletion | undefined> {
  const row = await db
    .selectFrom('organisations')
    .where('id', '=', organisationId)
    .select(['deletion_requested_at', 'deletion_requested_by', 'deletion_due_at', 'deletion_reason'])
    .executeTakeFirst()
  if (!row?.deletion_requested_at || !row.deletion_due_at) return undefined
  return {
    requestedAt: row.deletion_requested_at,
    requestedBy: row.deletion_requested_by,
    dueAt: row.deletion_due_at,
    reason: row.deletion_reason ?? '',
    holds: await countHolds(db, organisationId),
  }
}

async function checkExported(tx: Tx, organisationId: number, now: Date): Promise<void> {
  const { exported_at: at } = await tx
    .selectFrom('organisations')
    .where('id', '=', organisationId)
    .select('exported_at')
    .executeTakeFirstOrThrow()
  if (at && now.getTime() - at.getTime() <= exportLastsDays * day) return
  throw conflict(
    `Export the organisation first: its last export must be at most ${exportLastsDays} days old.`,
  )
}

// not through access.ts: a hold keeps the organisation, even if the caller may not see the record
async function countHolds(db: Reader, organisationId: number): Promise<number> {
  const { rows } = await sql<{ holds: number }>`select
    (select count(*) from matters where organisation_id = ${organisationId} and legal_hold_at is not null)::int
    + (select count(*) from contracts where organisation_id = ${organisationId} and legal_hold_at is not null)::int
    as holds`.execute(db)
  return rows[0]?.holds ?? 0
}

async function mailAdministrators<Name extends string>(
  app: App,
  tx: Tx,
  { organisationId, now }: { readonly organisationId: number; readonly now: Date },
  { kind, values }: { readonly kind: MailKind<Name>; readonly values: MailValues<Name> },
): Promise<void> {
  const administrators = await tx
    .selectFrom('users')
    .where('organisation_id', '=', organisationId)
    .where('role', '=', 'Administrator')
    .where('status', '=', 'Active')
    .select('email')
    .orderBy('id')
    .execute()
  for (const { email: to } of administrators) {
    await app.mail.write(tx, kind, { organisationId, to, values }, now)
  }
}
