// The stages that a contract could move to, and what stands in the way of each.
import type { MaySee } from '../platform/granted.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { type PossibleMove, possibleMove, refusalOf } from '../records/possible-move.ts'
import { type Involvement, may } from '../records/rights/involvement.ts'
import { approvalProblem } from './approvals/stage-approval.ts'
import { signedCopyProblem } from './signing/signed-copy.ts'
import { checkStageMove, type Contract, type ContractStage, contractStages, moverOf } from './contract.ts'

/** Every stage that can follow, for anybody. */
export async function contractMoves(
  db: Reader,
  contract: Contract & MaySee,
  involvement: Involvement,
): Promise<readonly PossibleMove<ContractStage>[]> {
  const [problem, unsigned] = await Promise.all([
    approvalProblem(db, contract),
    // executed already, it needs none
    contract.stage === 'Executed' ? undefined : signedCopyProblem(db, contract),
  ])
  const mover = moverOf(involvement)
  return contractStages.flatMap((to) => {
    if (to === contract.stage) return []
    const refusal = refusalOf(() => checkStageMove(contract.stage, to, mover))
    // a conflict is nobody's to do
    if (refusal?.code === 'conflict') return []
    return possibleMove(to, [
      refusal?.message,
      may(involvement, 'stage')
        ? undefined
        : 'Only its owner, and others who may change the contract, can move it.',
      to === 'Signing' || to === 'Executed' ? problem : undefined,
      to === 'Executed' ? unsigned : undefined,
    ])
  })
}
