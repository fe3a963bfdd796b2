// Deleting a contract: into the bin, from which it is restored or purged.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { deleteRecord } from '../../records/commands/delete-record.ts'
import { checkNotOutForSignature } from '../signing/here/request.ts'
import type { Contract } from '../contract.ts'
import { contractKind } from '../contract-kind.ts'

/**
 * Moves the contract into the bin, as `deleteRecord` does. One that was executed is kept, unless an administrator may
 * delete everything.
 */
export const deleteContract = (
  app: App,
  actor: Actor,
  id: number,
  check: (version: number) => void = () => undefined,
): Promise<void> =>
  deleteRecord(contractKind, app, actor, {
    id,
    check,
    reasonToKeep: async (tx, contract) => {
      await checkNotOutForSignature(tx, contract)
      return reasonToKeep(contract)
    },
  })

/** Why the contract is kept; undefined for one that was never executed. */
export const reasonToKeep = ({ executedAt, stage }: Pick<Contract, 'executedAt' | 'stage'>) =>
  executedAt !== null || stage === 'Executed' || stage === 'Expired'
    ? 'This contract was executed: it is kept. An administrator who may delete everything can delete it.'
    : undefined
