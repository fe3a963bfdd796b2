// Changing and deleting drafts, as long as their mail has not been delivered.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { draftsOf } from '../access.ts'
import { type Draft, draftColumns, draftOf } from '../draft.ts'
import { checkDraft } from './check-draft.ts'
import { deliverWhenThere, draftValues, type NewDraft } from './create-draft.ts'
import { holdPerson } from './save-thread.ts'

/** What is to change: an absent property stays as it is. */
export type DraftChanges = Partial<Pick<NewDraft, 'matterId' | 'mode' | 'recipientIds'>>

/** Applies the changes; not_found for a draft of somebody else, conflict for one that was delivered. */
export function updateDraft(app: App, actor: Actor, id: number, changes: DraftChanges): Promise<void> {
  return change(app, actor, async (tx, now) => {
    await holdPerson(tx, actor)
    const draft = await getOpenDraft(tx, actor, id)
    const next = { ...draft, ...changes }
    const { organisationId } = await checkDraft(tx, actor, next)
    // it lies with the matter, which may be another organisation's now
    await removeDraft(tx, draft)
    await tx
      .insertInto('email_drafts')
      .values(draftValues(actor, { ...next, organisationId }, now))
      .execute()
    await deliverWhenThere(tx, actor, { ...next, organisationId })
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
    throw conflict('The mail of this draft is in the matter already; the draft cannot be changed any more.')
  }
  return draftOf(row)
}

const removeDraft = (tx: Tx, { organisationId, id }: Draft) =>
  tx.deleteFrom('email_drafts').where('organisation_id', '=', organisationId).where('id', '=', id).execute()
