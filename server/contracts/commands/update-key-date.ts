// Updating a key date, and doing it.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { noteContractActivity } from '../access.ts'
import { keyDateUpdated } from '../events.ts'
import { getKeyDateToChange } from '../find-key-dates.ts'
import { checkedKeyDate, type KeyDate, type KeyDatePlace } from '../key-date.ts'
import { checkKeyDateOwner } from '../key-dates/check-owner.ts'
import { checkStaysWithNotice } from '../key-dates/notice-period.ts'
import { nextOccurrence } from '../key-dates/recurrence.ts'
import { checkNotLocked } from '../signing/executed-lock.ts'
import { writeKeyDate } from '../key-dates/write-key-date.ts'

interface Update {
  readonly changes: Partial<Omit<KeyDate, 'id'>>
  readonly checkVersion?: (version: number) => void
}

/**
 * Applies the changes; absent properties are kept. One that recurs moves to its next occurrence when it is done, and is
 * done when there is none. Nothing is written, and no event stored, when they change nothing.
 */
export function updateKeyDate(
  app: App,
  actor: Actor,
  place: KeyDatePlace,
  { changes, checkVersion }: Update,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { contract, ...before } = await getKeyDateToChange(tx, actor, place)
    const { keyDate } = before
    checkVersion?.(before.version)
    const next = afterDoing(keyDate, checkedKeyDate({ ...keyDate, ...changes }))
    await checkStaysWithNotice(tx, contract, keyDate, next)
    if (keyDate.category === 'Start' && (next.date !== keyDate.date || next.category !== 'Start'))
      await checkNotLocked(tx, contract, 'The effective date')
    if (next.ownerId !== null && next.ownerId !== keyDate.ownerId) {
      await checkKeyDateOwner(tx, contract, next.ownerId)
    }
    const events = keyDateUpdated(contract, keyDate, next)
    if (events.length === 0) return { result: undefined, events }
    await writeKeyDate(tx, contract, before, { next, now })
    await noteContractActivity(tx, contract, now)
    return { result: undefined, events }
  })
}

function afterDoing(before: KeyDate, after: KeyDate): KeyDate {
  const { date, recurrence } = after
  if (before.done || !after.done || recurrence === null) return after
  const next = nextOccurrence({ date, recurrence })
  return next ? { ...after, ...next, done: false } : after
}
