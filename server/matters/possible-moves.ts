// The states that a matter could move to, and what stands in the way of each.
import { type PossibleMove, possibleMove, refusalOf } from '../records/possible-move.ts'
import type { Matter } from './matter.ts'
import { type Involvement, may } from '../records/rights/involvement.ts'
import { mayAccept, rightForMove } from './rights-for-changes.ts'
import { type MatterState, matterStates, nextState } from './state.ts'

interface Seen {
  readonly matter: Matter
  readonly seen: MatterState
  readonly involvement: Involvement
}

/** Every state that people can set next, for anybody. */
export function matterMoves({ matter, seen, involvement }: Seen): readonly PossibleMove<MatterState>[] {
  const isAwaited = mayAccept(matter, involvement)
  return matterStates.flatMap((to) => {
    if (to === seen || to === matter.state) return []
    const refusal = refusalOf(() => nextState({ kept: matter.state, seen }, to, isAwaited))
    // a conflict is nobody's to do
    if (refusal?.code === 'conflict') return []
    return possibleMove(to, [
      refusal?.message,
      may(involvement, rightForMove(matter.state, to)) ? undefined : whoMoves(involvement),
      to === 'Active' && matter.inIntake ? 'It waits in intake: give it a manager first.' : undefined,
    ])
  })
}

const whoMoves = ({ isOwn }: Involvement) =>
  isOwn
    ? 'Only its owner and manager, and others who may change the matter, can move it.'
    : 'Only people of the organisation that owns the matter can move it.'
