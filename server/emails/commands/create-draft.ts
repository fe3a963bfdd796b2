// Creating a draft: what a mail will become in a matter.
import type { Insertable } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { addJob } from '../../platform/add-job.ts'
import type { EmailDraftsTable } from '../../platform/postgres/tables.ts'
import type { Draft, DraftMode } from '../draft.ts'
import { checkDraft } from './check-draft.ts'
import { lockPerson } from './save-thread.ts'

export interface NewDraft {
  readonly matterId: number
  readonly mode: DraftMode
  readonly sourceId: string | null
  readonly expectedFrom: string | null
  readonly recipientIds: readonly string[]
}

/** Creates the draft and returns its id. If its mail has already arrived, it is delivered soon after. */
export function createDraft(app: App, actor: Actor, input: NewDraft): Promise<number> {
  return change(app, actor, async (tx, now) => {
    // mail that arrives at the same time must find the draft, or be found by it
    await lockPerson(tx, actor)
    await checkRoom(tx, 'emailDrafts', actor)
    const { organisationId } = await checkDraft(tx, actor, input)
    const { id } = await tx
      .insertInto('email_drafts')
      .values(draftValues(actor, { ...input, organisationId, createdAt: now }, now))
      .returning('id')
      .executeTakeFirstOrThrow()
    await deliverIfReceived(tx, actor, { ...input, organisationId, id })
    // a draft is private to its person until it is delivered
    return { result: id, events: [] }
  })
}

/** A draft as a row; the database assigns the id if there is none. */
export function draftValues(
  actor: Actor,
  draft: Omit<Draft, 'id' | 'deliveredAt'> & { readonly id?: number },
  now: Date,
): Insertable<EmailDraftsTable> {
  return {
    organisation_id: draft.organisationId,
    ...(draft.id === undefined ? {} : { id: draft.id }),
    user_id: actor.userId,
    matter_id: draft.matterId,
    mode: draft.mode,
    source_id: draft.sourceId,
    expected_from: draft.expectedFrom,
    recipient_ids: [...new Set(draft.recipientIds)],
    created_at: draft.createdAt,
    updated_at: now,
  }
}

/** Schedules the delivery of the draft if its person has already saved its mail. */
export async function deliverIfReceived(
  tx: Tx,
  actor: Actor,
  { organisationId, id, sourceId }: Pick<Draft, 'organisationId' | 'id' | 'sourceId'>,
): Promise<void> {
  if (sourceId === null) return
  const message = await tx
    .selectFrom('email_messages')
    .where('organisation_id', '=', actor.organisationId)
    .where('user_id', '=', actor.userId)
    .where('external_reference_id', '=', sourceId)
    .select('id')
    .executeTakeFirst()
  if (message) await addJob(tx, 'deliver-draft', { organisationId, id })
}
