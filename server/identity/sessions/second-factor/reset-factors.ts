// Removing the second factor of somebody who has lost it: for administrators of their organisation and the operator.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change, type SystemActor } from '../../../platform/events/change.ts'
import { forbidden } from '../../../platform/errors.ts'
import { getAccountToChange } from '../../users/access.ts'
import { personEvent } from '../../users/events.ts'
import { endSessionsOf } from '../session.ts'
import { alertFactorsReset } from './alerts.ts'
import { removeFactorsOf } from './own-factors.ts'

/**
 * Removes every second factor of a person and ends their sessions; they get a mail about it. Returns whether there was
 * one. Throws forbidden for oneself, not_found for people of other organisations.
 */
export function resetFactors(app: App, actor: Actor | SystemActor, userId: string): Promise<boolean> {
  return change(app, actor, async (tx) => {
    const account = await getAccountToChange(tx, actor, userId)
    if (actor.userId === userId) {
      throw forbidden(
        'Change your own second factor on the page “Your account”. Another administrator can remove it.',
      )
    }
    if (!(await removeFactorsOf(tx, userId))) return { result: false, events: [] }
    await endSessionsOf(tx, userId)
    await alertFactorsReset(app, tx, userId, 'name' in actor ? actor.name : 'The operator')
    return { result: true, events: [personEvent('user.factors.reset', account)] }
  })
}
