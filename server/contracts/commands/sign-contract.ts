// What a signed file on a contract does: a contract that waits for signatures is executed with it.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { getContractToSee } from '../access.ts'
import { updateWithin } from './update-contract.ts'

/**
 * Moves a contract in Signing to Executed, like every change of its stage: forbidden for those who may only see it,
 * conflict where its approvals are missing. A contract in another stage stays where it is.
 */
export async function signContract(
  app: App,
  tx: Tx,
  actor: Actor,
  { id, now }: { readonly id: number; readonly now: Date },
): Promise<readonly DomainEvent[]> {
  const { stage } = await getContractToSee(tx, actor, id)
  if (stage !== 'Signing') return []
  return updateWithin(app, tx, actor, { id, decide: () => ({ stage: 'Executed' }), now })
}
