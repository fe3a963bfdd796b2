// Updating a contract: its details, its stage, who owns it, the values of its fields.
import { type ReadFieldUpdate, updateRecordFields } from '../../fields/record-fields.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import type { MayChange } from '../../platform/granted.ts'
import { countMove } from '../../records/record-counts.ts'
import { contractKind } from '../contract-kind.ts'
import { getContractToChange, isContractMember, lockContract } from '../access.ts'
import { checkStageMove, type Contract, type ContractStage, countedOf } from '../contract.ts'
import { eventsOfChange } from '../events.ts'
import { changesFrom, readContractFields } from '../fields.ts'
import { insertMembers } from '../../records/new-members.ts'
import { checkReferences, externalIdTaken } from './check-contract.ts'

/** The changes: an absent property is kept, null clears it. */
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
  /**
   * Reads the given values of custom fields. Those that show a property of the contract change it, unless it is given
   * as well.
   */
  readonly fields?: ReadFieldUpdate
}

/**
 * Applies the changes that `decide` makes of the contract as read inside the transaction, all or none. Nothing is
 * written, and no event stored, when they change nothing. Throws 400 with every value that does not fit its field.
 */
export function updateContract(
  app: App,
  actor: Actor,
  id: number,
  decide: (contract: Contract) => ContractChanges,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    await lockContract(tx, actor, id)
    const contract = await getContractToChange(tx, actor, id)
    const { fields, ...asked } = decide(contract)
    const { own, changes: fieldChanges } = await updateFields(tx, contract, fields)
    const changes = { ...own, ...asked }
    await checkChanges(app, tx, actor, { contract, changes })
    const next = applyChanges(contract, changes, now)
    const events = eventsOfChange(contract, next, fieldChanges)
    if (events.length > 0) {
      await writeContract(tx, contract, next, now)
      if (next.ownerId !== contract.ownerId) {
        await insertMembers(tx, contractKind, next, { userIds: [next.ownerId], addedBy: actor.userId, now })
      }
    }
    return { result: undefined, events }
  })
}

/** Writes the values of fields that change, and returns what they change of the contract itself. */
async function updateFields(tx: Tx, contract: Contract & MayChange, read: ReadFieldUpdate | undefined) {
  if (!read) return { own: {}, changes: {} }
  const fields = await readContractFields(tx, contract)
  const subject = { ...contract, kind: 'contract' } as const
  const { own, changes } = await updateRecordFields(tx, subject, fields, read(fields))
  return { own: changesFrom(own), changes }
}

type OwnChanges = Omit<ContractChanges, 'fields'>

async function checkChanges(
  app: App,
  tx: Tx,
  actor: Actor,
  { contract, changes }: { contract: Contract; changes: OwnChanges },
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

/** What is sent unchanged needs no check: a team that was deleted since may stay. */
function onlyChanged(contract: Contract, changes: OwnChanges): OwnChanges {
  const names = ['ownerId', 'teamId', 'matterId', 'parentId'] as const
  return Object.fromEntries(
    names
      .filter((name) => changes[name] !== undefined && changes[name] !== contract[name])
      .map((name) => [name, changes[name]]),
  )
}

/**
 * The contract after the changes. The date of execution is set by the move to Executed, and cleared by a return to
 * Draft.
 */
export function applyChanges(contract: Contract, changes: OwnChanges, now: Date): Contract {
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

/** The contract must have been read while it was locked. */
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
    .catch((error: unknown) => {
      throw externalIdTaken(error)
    })
  if (written.numUpdatedRows !== 1n) throw notFound()
  await countMove(tx, contractKind, contract, { before: countedOf(contract), after: countedOf(next) })
}
