// Putting a record under a legal hold, and ending it.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { badInput, forbidden } from '../../platform/errors.ts'
import { lockToSee } from '../access.ts'
import { findLegalHold, writeLegalHold } from '../legal-hold.ts'
import { may } from '../rights/involvement.ts'
import type { RecordBase, RecordKind } from '../record-kind.ts'
import { recordEvent } from './delete-record.ts'

/**
 * Puts the record under a hold for a reason, or with null ends the one it is under; nothing happens when that is so
 * already. For administrators of its organisation who see it.
 */
export function setLegalHold<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  app: App,
  actor: Actor,
  { id, reason }: { readonly id: number; readonly reason: string | null },
): Promise<void> {
  if (reason === '') throw badInput('reason', 'is missing: why nothing on it may be deleted.')
  return change(app, actor, async (tx, now) => {
    const { record, involvement } = await lockToSee(kind, { tx, actor, now }, id)
    if (!may(involvement, 'hold'))
      throw forbidden('Only an administrator of its organisation may set and end a legal hold.')
    const before = await findLegalHold(kind, tx, record)
    if ((before?.reason ?? null) === reason) return { result: undefined, events: [] }
    const hold = reason === null ? undefined : { reason, at: now, by: actor.userId }
    await writeLegalHold(kind, tx, record, hold)
    const changes = { legalHold: { from: before?.reason ?? null, to: reason } }
    const what = reason === null ? 'hold.ended' : 'hold.set'
    return { result: undefined, events: [recordEvent(kind, record, what, { changes })] }
  })
}
