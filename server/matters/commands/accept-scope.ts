// Accepting the proposed scope of a matter.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict } from '../../platform/errors.ts'
import { isAwaiting } from '../state.ts'
import { updateMatter } from './update-matter.ts'

/**
 * Accepts the proposed scope: the matter becomes Active. Throws conflict when none is proposed, and forbidden for
 * everybody but those it is proposed to.
 */
export const acceptScope = (app: App, actor: Actor, matterId: number): Promise<void> =>
  updateMatter(app, actor, matterId, ({ matter }) => {
    if (isAwaiting(matter.state)) return { state: 'Active' }
    throw conflict('There is no proposed scope on this matter.')
  })
