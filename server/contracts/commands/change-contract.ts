// Changing a contract: its details, its stage, who owns it.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import type { MayChange } from '../../platform/granted.ts'
import { countMove } from '../../platform/record-counts.ts'
import { getContractToChange, isContractMember, lockContract } from '../access.ts'
import { checkStageMove, type Contract, type ContractStage, countedOf } from '../contract.ts'
import { eventsOfChange, type FieldChanges } from '../events.ts'
import { checkReferences, externalIdTaken } from './check-contract.ts'
import { insertMembers } from './create-contract.ts'

/** What is to change: an absent property stays as it is, null clears. */
export interface ContractChanges {
  readonly name?: string
  readonly ownerId?: string
  readonly teamId?: number | null
  readonly restricted?: boolean
  readonly externalId?: string | null
  readonly expiry?: string | null
  readonly stage?: ContractStage
  readonly matterId?: number | null
  readonly parentId?: number | null
}

/**
 * Applies the changes that `decide` draws from the contract as it stands inside the transaction, all or none. Nothing is
 * written, and nothing told, when they change nothing.
 */
export function changeContract(
  app: App,
  actor: Actor,
  id: number,
  decide: (contract: Contract) => ContractChanges,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    await lockContract(tx, actor, id)
    const contract = await getContractToChange(tx, actor, id)
    const events = await writeChanges(app, tx, actor, { contract, changes: decide(contract), now })
    return { result: undefined, events }
  })
}

interface Change {
  readonly contract: Contract & MayChange
  readonly changes: ContractChanges
  /** Values of fields that were written already, for the event. */
  readonly fieldChanges?: FieldChanges
  readonly now: Date
}

/** Checks the changes and writes the contract that they make, inside the change of it; answers what happened: nothing, or the events. */
export async function writeChanges(
  app: App,
  tx: Tx,
  actor: Actor,
  { contract, changes, fieldChanges, now }: Change,
): Promise<readonly DomainEvent[]> {
  await checkChanges(app, tx, actor, { contract, changes })
  const next = applyChanges(contract, changes, now)
  const events = eventsOfChange(contract, next, fieldChanges)
  if (events.length === 0) return events
  await writeContract(tx, contract, next, now)
  if (next.ownerId !== contract.ownerId) await insertMembers(tx, next, [next.ownerId], now)
  return events
}

async function checkChanges(
  app: App,
  tx: Tx,
  actor: Actor,
  { contract, changes }: { contract: Contract; changes: ContractChanges },
): Promise<void> {
  await checkReferences(app, tx, actor, {
    ...onlyChanged(contract, changes),
    organisationId: contract.organisationId,
    contractId: contract.id,
  })
  if (changes.stage) {
    const isAdministrator = actor.groups.has('ContractAdministrators') || actor.role === 'Administrator'
    checkStageMove(contract.stage, changes.stage, {
      isOwner: contract.ownerId === actor.userId,
      isAdministrator,
    })
  }
  const locksOut =
    changes.restricted === true && !contract.restricted && !(await isContractMember(tx, actor, contract))
  if (locksOut) throw forbidden('Only a member may restrict a contract: you would not see it any more.')
}

/** What is sent as it stands already needs no check: a team that was deleted since may stay. */
function onlyChanged(contract: Contract, changes: ContractChanges): ContractChanges {
  const names = ['ownerId', 'teamId', 'matterId', 'parentId'] as const
  return Object.fromEntries(
    names
      .filter((name) => changes[name] !== undefined && changes[name] !== contract[name])
      .map((name) => [name, changes[name]]),
  )
}

/** The contract after the changes. The date of execution is that of the move to Executed, and goes with a return to Draft. */
export function applyChanges(contract: Contract, changes: ContractChanges, now: Date): Contract {
  const stage = changes.stage ?? contract.stage
  const executedAt =
    stage === contract.stage
      ? contract.executedAt
      : stage === 'Executed'
        ? now
        : stage === 'Draft'
          ? null
          : contract.executedAt
  return { ...contract, ...changes, stage, executedAt, version: contract.version + 1 }
}

/** The contract must have been read while it was held. */
async function writeContract(
  tx: Tx,
  contract: Contract & MayChange,
  next: Contract,
  now: Date,
): Promise<void> {
  const written = await tx
    .updateTable('contracts')
    .set({
      name: next.name,
      status: next.stage,
      owner_id: next.ownerId,
      team_id: next.teamId,
      matter_id: next.matterId,
      parent_id: next.parentId,
      external_id: next.externalId,
      restricted: next.restricted,
      expiry: next.expiry,
      executed_at: next.executedAt,
      version: next.version,
      updated_at: now,
      last_activity_at: now,
    })
    .where('organisation_id', '=', contract.organisationId)
    .where('id', '=', contract.id)
    .executeTakeFirst()
    .catch(externalIdTaken)
  if (written.numUpdatedRows !== 1n) throw notFound()
  await countMove(tx, 'contract', contract, { before: countedOf(contract), after: countedOf(next) })
}
