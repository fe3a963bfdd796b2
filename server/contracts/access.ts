// Who may see contracts and do something with them: the rule of the kind (contract-kind.ts) and the table of rights,
// applied by server/records.
import type { Actor } from '../platform/actor.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import type { MayChange, MayContribute, MaySee } from '../platform/granted.ts'
import {
  getFor,
  getToContribute,
  getToSee,
  lockFor,
  lockToSee,
  type RecordRows,
  visibleTo,
} from '../records/access.ts'
import type { Involvement } from '../records/rights/involvement.ts'
import type { RecordRight } from '../records/rights/rights-table.ts'
import type { Involved } from '../records/run-for-caller.ts'
import { noteActivity, subjectAccess } from '../records/subject-access.ts'
import type { Tables } from '../platform/postgres/tables.ts'
import { type Contract, contractColumns, contractOf, type ContractStage } from './contract.ts'
import { contractKind } from './contract-kind.ts'
import { seenStageSql } from './seen-stage.ts'

/** Contracts the actor may see, to be narrowed and selected from. Every list and every look-up starts here. */
export const contractsVisibleTo = (db: Reader, actor: Actor): RecordRows<Tables, 'contracts'> =>
  visibleTo(contractKind, db, actor)

/** The contract, when the actor may see it; not_found otherwise, as for one that does not exist. */
export const getContractToSee = (db: Reader, actor: Actor, id: number): Promise<Contract & MaySee> =>
  getToSee(contractKind, db, actor, id)

/** The contract, when the actor may add files and messages to it: every member may, and all who may change it. */
export const getContractToContribute = (
  db: Reader,
  actor: Actor,
  id: number,
): Promise<Contract & MayContribute> => getToContribute(contractKind, db, actor, id)

/** The contract, when the actor has the right; forbidden when they only see it. */
export const getContractFor = (
  db: Reader,
  actor: Actor,
  id: number,
  right: RecordRight,
): Promise<Contract & MayChange> => getFor(contractKind, { db, actor }, id, right)

/** A contract that something is about to be done with: the stage it is seen in, and what the actor is on it. */
export interface HeldContract<Mark = MaySee> {
  readonly contract: Contract & Mark
  readonly seen: ContractStage
  readonly involvement: Involvement
}

const seenStage = {
  name: 'seen stage',
  columns: (_: unknown, moment: Date) => ({ seen: seenStageSql(moment) }),
} as const

interface Changing {
  readonly tx: Tx
  readonly actor: Actor
  readonly now: Date
}

/**
 * The contract, when the actor sees it, locked until the transaction ends, so that changes made at the same time follow
 * one another. What they do with it is checked when it is known (`permittedChanges`).
 */
export const lockContract = async (changing: Changing, id: number): Promise<HeldContract> =>
  heldOf(await lockToSee(contractKind, changing, id, seenStage))

/** The same when the actor has the right; forbidden when they only see it. */
export const lockContractFor = async (
  changing: Changing & { readonly right: RecordRight },
  id: number,
): Promise<HeldContract<MayChange>> => heldOf(await lockFor(contractKind, changing, id, seenStage))

const heldOf = <Mark>({ record, involvement, related }: Involved<Contract & Mark>): HeldContract<Mark> => ({
  contract: record,
  seen: related['seen'] as ContractStage,
  involvement,
})

/** Records that something happened on the contract, which does not change the contract itself. */
export const noteContractActivity = (
  tx: Tx,
  contract: Pick<Contract, 'organisationId' | 'id'> & MayContribute,
  now: Date,
): Promise<void> => noteActivity(contractKind, tx, contract, now)

/** The contract that the caller has just created: its creation may write what belongs to it. */
export const createdContract = <Created extends Pick<Contract, 'organisationId' | 'id'>>(
  contract: Created,
): Created & MayChange => contract as Created & MayChange

/**
 * The contract, locked, for what happens to it on behalf of somebody who may not see it: who takes a request on that it
 * was drafted for, or a person of the other side. The caller has checked that they may. Undefined for one in the bin.
 */
export async function lockContractAsSystem(
  tx: Tx,
  { organisationId, id }: Pick<Contract, 'organisationId' | 'id'>,
): Promise<(Contract & MayChange) | undefined> {
  // not through access.ts: the person does not see it
  const row = await tx
    .selectFrom('contracts')
    .where('contracts.organisation_id', '=', organisationId)
    .where('contracts.id', '=', id)
    .where('contracts.deleted_at', 'is', null)
    .select([...contractColumns])
    .forUpdate()
    .executeTakeFirst()
  return row && (contractOf(row) as Contract & MayChange)
}

/** The rule for those who know a contract only as a subject. */
export const contractSubjects = subjectAccess(contractKind)
