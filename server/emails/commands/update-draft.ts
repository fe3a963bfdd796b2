// Updating and deleting drafts whose mail has not been delivered.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { draftsOf } from '../access.ts'
import { type Draft, draftColumns, draftOf } from '../draft.ts'
import { checkDraft } from './check-draft.ts'
import { deliverIfReceived, draftValues, type NewDraft } from './create-draft.ts'
import { lockPerson } from './save-thread.ts'

/** What to update: an absent property is kept. */
export type DraftChanges = Partial<Pick<NewDraft, 'matterId' | 'mode' | 'recipientIds'>>

/** Applies the changes; not_found for a draft of somebody else, conflict for one that was delivered. */
export function updateDraft(app: App, actor: Actor, id: number, changes: DraftChanges): Promise<void> {
  return change(app, actor, async (tx, now) => {
    await lockPerson(tx, actor)
    const draft = await getOpenDraft(tx, actor, id)
    const next = { ...draft, ...changes }
    const { organisationId } = await checkDraft(tx, actor, next)
    // it is stored with the matter, which may now belong to another organisation
    await removeDraft(tx, draft)
    await tx
      .insertInto('email_drafts')
      .values(draftValues(actor, { ...next, organisationId }, now))
      .execute()
    await deliverIfReceived(tx, actor, { ...next, organisationId })
    return { result: undefined, events: [] }
  })
}

/** Deletes the draft; not_found for a draft of somebody else, conflict for one that was delivered. */
export function deleteDraft(app: App, actor: Actor, id: number): Promise<void> {
  return change(app, actor, async (tx) => {
    await removeDraft(tx, await getOpenDraft(tx, actor, id))
    return { result: undefined, events: [] }
  })
}

async function getOpenDraft(tx: Tx, actor: Actor, id: number): Promise<Draft> {
  const row = await draftsOf(tx, actor)
    .where('email_drafts.id', '=', id)
    .select([...draftColumns])
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  if (row.delivered_at !== null) {
    throw conflict('The mail of this draft is already in the matter; the draft can no longer be changed.')
  }
  return draftOf(row)
}

const removeDraft = (tx: Tx, { organisationId, id }: Draft) =>
  tx.deleteFrom('email_drafts').where('organisation_id', '=', organisationId).where('id', '=', id).execute()
