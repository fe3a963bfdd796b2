// The stages that a contract could move to, and what stands in the way of each.
import type { Actor } from '../platform/actor.ts'
import type { MaySee } from '../platform/granted.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { type PossibleMove, possibleMove, refusalOf } from '../records/possible-move.ts'
import { approvalProblem } from './approvals/stage-approval.ts'
import { checkStageMove, type Contract, type ContractStage, contractStages, moverOf } from './contract.ts'

/** Every stage that can follow, for anybody; `mayChange` is whether the caller may change the contract at all. */
export async function contractMoves(
  db: Reader,
  actor: Actor,
  contract: Contract & MaySee,
  mayChange: boolean,
): Promise<readonly PossibleMove<ContractStage>[]> {
  const problem = await approvalProblem(db, contract)
  const mover = moverOf(actor, contract)
  return contractStages.flatMap((to) => {
    if (to === contract.stage) return []
    const refusal = refusalOf(() => checkStageMove(contract.stage, to, mover))
    // a conflict is nobody's to do
    if (refusal?.code === 'conflict') return []
    return possibleMove(to, [
      refusal?.message,
      mayChange ? undefined : 'Only its owner, and others who may change the contract, can move it.',
      to === 'Signing' || to === 'Executed' ? problem : undefined,
    ])
  })
}
