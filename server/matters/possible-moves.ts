// The states that a matter could move to, and what stands in the way of each.
import { type PossibleMove, possibleMove, refusalOf } from '../records/possible-move.ts'
import type { Matter } from './matter.ts'
import type { Membership } from './membership.ts'
import { type MatterState, matterStates, nextState } from './state.ts'

interface Seen {
  readonly matter: Matter
  readonly seen: MatterState
  readonly membership: Membership | undefined
  readonly mayChange: boolean
}

/** Every state that people can set next, for anybody. */
export function matterMoves({
  matter,
  seen,
  membership,
  mayChange,
}: Seen): readonly PossibleMove<MatterState>[] {
  const isAwaited = matter.state === 'AwaitingManagerAcceptance' ? membership?.isManager : membership?.isOwner
  return matterStates.flatMap((to) => {
    if (to === seen || to === matter.state) return []
    const refusal = refusalOf(() => nextState({ kept: matter.state, seen }, to, isAwaited ?? false))
    // a conflict is nobody's to do
    if (refusal?.code === 'conflict') return []
    return possibleMove(to, [
      refusal?.message,
      mayChange
        ? undefined
        : 'Only its owner and manager, and others who may change the matter, can move it.',
      to === 'Active' && matter.inIntake ? 'It waits in intake: give it a manager first.' : undefined,
    ])
  })
}
