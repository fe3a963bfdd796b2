// Updating a contract: its details, its stage, who owns it, the values of its fields.
import { sql } from 'kysely'
import { isForward } from '../../fields/forms-of-records.ts'
import {
  type ReadFieldUpdate,
  type RecordFields,
  updateRecordFields,
  withWritten,
} from '../../fields/record-fields.ts'
import { checkMove } from '../../fields/values/check.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { statement } from '../../platform/postgres/statement.ts'
import type { MayChange, MaySee } from '../../platform/granted.ts'
import { countMove } from '../../records/lists/record-counts.ts'
import { contractKind } from '../contract-kind.ts'
import { changesAsked, permittedChanges, permittedFields } from '../../records/rights/access.ts'
import type { Involvement } from '../../records/rights/involvement.ts'
import { lockContract } from '../access.ts'
import { type ApprovalRequest, followStage } from '../approvals/stage-approval.ts'
import { checkStageMove, type Contract, type ContractStage, countedOf, moverOf } from '../contract.ts'
import { eventsOfChange } from '../events.ts'
import { changesFrom, readContractFields } from '../fields.ts'
import { rightsFor } from '../rights-for-changes.ts'
import { expiredSinceSql } from '../seen-stage.ts'
import { followExpiry } from '../key-dates/notice-period.ts'
import { checkFactsNotLocked } from '../signing/executed-lock.ts'
import { checkSigned, forgetSignedCopy } from '../signing/signed-copy.ts'
import { checkNotOutForSignature } from '../signing/here/request.ts'
import { insertMembers } from '../../records/new-members.ts'
import { checkSomebodyStays, mayLoseSomebody } from '../../records/somebody.ts'
import { checkReferences, externalIdTaken, readReferences } from './check-contract.ts'

/** The changes: an absent property is kept, null clears it. */
export interface ContractChanges {
  readonly name?: string
  readonly ownerId?: string
  readonly teamId?: number | null
  readonly restricted?: boolean
  readonly externalId?: string | null
  readonly expiry?: string | null
  readonly stage?: ContractStage
  /** When it was signed, if that is not now. */
  readonly executedAt?: Date
  /** Somebody says that a file of it is signed: no other signed copy is asked for. */
  readonly signed?: true
  readonly matterId?: number | null
  readonly parentId?: number | null
  /**
   * Reads the given values of custom fields. Those that show a property of the contract change it, unless it is given
   * as well.
   */
  readonly fields?: ReadFieldUpdate
  /** Asks for approval, with the stage Approval. */
  readonly approval?: ApprovalRequest
}

/**
 * Applies the changes that `decide` makes of the contract as read inside the transaction, all or none. Nothing is
 * written, and no event stored, when they change nothing. Throws 400 with every value that does not fit its field.
 */
export function updateContract(app: App, actor: Actor, id: number, decide: Decide): Promise<void> {
  return change(app, actor, async (tx, now) => ({
    result: undefined,
    events: await updateWithin(app, tx, actor, { id, decide, now }),
  }))
}

type Decide = (contract: Contract) => ContractChanges

/** The same inside a larger change, which stores the returned events. */
export async function updateWithin(
  app: App,
  tx: Tx,
  actor: Actor,
  { id, decide, now }: { readonly id: number; readonly decide: Decide; readonly now: Date },
): Promise<readonly DomainEvent[]> {
  const { contract: found, seen, involvement } = await lockContract({ tx, actor, now }, id)
  const { fields, approval: request, signed, ...asked } = decide({ ...found, stage: seen })
  const given = [
    ...rightsFor({ ...found, stage: seen }, asked),
    ...(request ? [{ right: 'manageApproval', path: 'approval', isChange: true } as const] : []),
  ]
  // fields are asked about when it is known which change
  const changing = fields && given.length === 0 ? [] : changesAsked(involvement, given)
  const stored = permittedChanges(found, involvement, changing)
  const contract = { ...stored, stage: seen }
  const expired = expireNow(tx, stored, contract, now)
  const references = readReferences(app, tx, actor, contract)
  const [{ own, changes: fieldChanges, fields: written }] = await Promise.all([
    updateFields(tx, contract, { read: fields, involvement }),
    references.all(onlyChanged(contract, asked)),
  ])
  const changes = { ...own, ...asked }
  const { organisationId, id: contractId } = contract
  const changed = { ...onlyChanged(contract, changes), organisationId, contractId }
  await checkReferences(tx, changed, references)
  if (changes.stage) {
    checkStageMove(contract.stage, changes.stage, moverOf(involvement))
    if (!signed) await checkSigned(tx, contract, changes.stage)
  }
  const next = applyChanges(contract, changes, now)
  await checkStageFields(tx, contract, { to: next.stage, fields: written })
  const events = eventsOfChange(contract, next, fieldChanges)
  // a new owner cannot approve either
  const ofNextOwner = { ...contract, ownerId: next.ownerId }
  const approval = await followStage(tx, actor, { contract: ofNextOwner, stage: next.stage, request, now })
  if (events.length === 0) return [...expired, ...approval]
  await checkNotOutForSignature(tx, contract)
  await checkFactsNotLocked(tx, contract, { next, changes: fieldChanges, fields: written })
  writeContract(tx, contract, next, now)
  if (contract.executedAt !== null && next.executedAt === null) await forgetSignedCopy(tx, contract)
  if (next.ownerId !== contract.ownerId) {
    await insertMembers(tx, contractKind, next, { userIds: [next.ownerId], addedBy: actor.userId, now })
  }
  if (mayLoseSomebody(contract, next)) await checkSomebodyStays(contractKind, tx, contract)
  const { expiry } = next
  const notice =
    expiry === contract.expiry ? [] : await followExpiry(tx, contract, { expiry, by: actor.userId, now })
  return [...expired, ...events, ...notice, ...approval]
}

/**
 * Stores that the contract has expired, where the job has not been there yet: its version is the one that was read so.
 */
function expireNow(
  tx: Tx,
  stored: Contract & MayChange,
  contract: Contract,
  now: Date,
): readonly DomainEvent[] {
  if (stored.stage === contract.stage) return []
  const { organisationId, id, stage } = contract
  writeStage.send(tx, { organisationId, id, stage, now })
  countMove(tx, contractKind, stored, { before: countedOf(stored), after: countedOf(contract) })
  return eventsOfChange(stored, contract)
}

const writeStage = statement<
  Pick<Contract, 'organisationId' | 'id' | 'stage'> & { readonly now: Date },
  never
>(
  (
    next,
  ) => sql`update contracts set status = ${next.stage}, stage_since = ${expiredSinceSql}, last_activity_at = ${next.now}
    where organisation_id = ${next.organisationId} and id = ${next.id}`,
)

/** Writes the values of fields that change, and returns what they change of the contract itself. */
async function updateFields(
  tx: Tx,
  contract: Contract & MaySee,
  { read, involvement }: { readonly read: ReadFieldUpdate | undefined; readonly involvement: Involvement },
) {
  if (!read) return { own: {}, changes: {}, fields: undefined }
  const fields = await readContractFields(tx, contract)
  const subject = { ...contract, kind: 'contract' } as const
  const checked = await updateRecordFields(tx, subject, fields, {
    input: read(fields),
    state: contract.stage,
    permit: (changed) => permittedFields(subject, involvement, changed),
  })
  const { own, changes } = checked
  return { own: changesFrom(own), changes, fields: withWritten(fields, checked) }
}

/** Throws 400 naming what the contract lacks for the stage that it moves to. */
async function checkStageFields(
  tx: Tx,
  contract: Contract & MaySee,
  { to, fields }: { to: ContractStage; fields: RecordFields | undefined },
): Promise<void> {
  const from = contract.stage
  if (!isForward('contract', from, to)) return
  const { detail, core, values } = fields ?? (await readContractFields(tx, contract))
  checkMove({ kind: 'contract', from, to }, { forms: [detail, core], values })
}

type OwnChanges = Omit<ContractChanges, 'fields' | 'approval' | 'signed'>

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
function applyChanges(contract: Contract, changes: OwnChanges, now: Date): Contract {
  const stage = changes.stage ?? contract.stage
  const executedAt =
    changes.executedAt ??
    (stage === contract.stage
      ? contract.executedAt
      : stage === 'Executed'
        ? now
        : stage === 'Draft'
          ? null
          : contract.executedAt)
  return { ...contract, ...changes, stage, executedAt, version: contract.version + 1 }
}

/** Writes changes of a contract that is locked and that the caller may make, and returns their events. */
export async function writePermitted(
  tx: Tx,
  contract: Contract & MayChange,
  changes: Pick<OwnChanges, 'ownerId' | 'stage' | 'expiry'>,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<readonly DomainEvent[]> {
  const next = applyChanges(contract, changes, now)
  writeContract(tx, contract, next, now)
  if (next.ownerId !== contract.ownerId)
    await insertMembers(tx, contractKind, next, { userIds: [next.ownerId], addedBy: by, now })
  return eventsOfChange(contract, next)
}

/** The contract must have been read while it was locked. The writes go out with the statement that follows. */
function writeContract(tx: Tx, contract: Contract & MayChange, next: Contract, now: Date): void {
  const { organisationId, id } = contract
  updateRow.send(tx, { ...next, organisationId, id, now }, externalIdTaken)
  countMove(tx, contractKind, contract, { before: countedOf(contract), after: countedOf(next) })
}

// the row is held, so it is there
const updateRow = statement<Contract & { readonly now: Date }, never>(
  (next) => sql`update contracts set name = ${next.name}, status = ${next.stage}, owner_id = ${next.ownerId},
      team_id = ${next.teamId}, matter_id = ${next.matterId}, parent_id = ${next.parentId},
      external_id = ${next.externalId}, restricted = ${next.restricted}, expiry = ${next.expiry},
      executed_at = ${next.executedAt},
      stage_since = case when status = ${next.stage} then stage_since else ${next.now}::timestamptz end, version = ${next.version}, updated_at = ${next.now},
      last_activity_at = ${next.now}
    where organisation_id = ${next.organisationId} and id = ${next.id}`,
)
