// What a signed file on a contract does: a contract that waits for signatures is executed with it.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { getContractFor, getContractToSee } from '../access.ts'
import { findDocument } from '../approvals/covered.ts'
import { signedCopyRecorded } from '../events.ts'
import { writeSignedCopy } from '../signing/signed-copy.ts'
import { updateWithin } from './update-contract.ts'

/**
 * Moves a contract in Signing to Executed, like every change of its stage: forbidden for those who may only see it,
 * conflict where its approvals are missing. A contract in another stage stays where it is. The document is recorded as
 * the signed copy; who signed it can be added later. Another file of the contract is only taken at its word.
 */
export async function signContract(
  app: App,
  tx: Tx,
  actor: Actor,
  { id, fileId, now }: { readonly id: number; readonly fileId: number; readonly now: Date },
): Promise<readonly DomainEvent[]> {
  const contract = await getContractToSee(tx, actor, id)
  if (contract.stage !== 'Signing') return []
  const executed = await updateWithin(app, tx, actor, {
    id,
    decide: () => ({ stage: 'Executed', signed: true }),
    now,
  })
  const document = await findDocument(tx, contract)
  if (document?.fileId !== fileId) return executed
  const changed = await getContractFor(tx, actor, id, 'stage')
  await writeSignedCopy(tx, changed, document, { signatories: [], by: actor.userId, now })
  return [signedCopyRecorded(contract, document, []), ...executed]
}
