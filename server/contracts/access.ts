// Who may see, contribute to and change contracts: the rule of the kind (contract-kind.ts), applied by server/records.
import type { Actor } from '../platform/actor.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import type { MayChange, MayContribute, MaySee } from '../platform/granted.ts'
import {
  getToChange,
  getToContribute,
  getToSee,
  lockToChange,
  type RecordRows,
  visibleTo,
} from '../records/access.ts'
import { noteActivity, subjectAccess } from '../records/subject-access.ts'
import type { Tables } from '../platform/postgres/tables.ts'
import type { Contract, ContractStage } from './contract.ts'
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

/**
 * The contract, when the actor may change it: its owner, its members and team who work in legal, the contract
 * administrators.
 */
export const getContractToChange = (db: Reader, actor: Actor, id: number): Promise<Contract & MayChange> =>
  getToChange(contractKind, db, actor, id)

/** A contract that is about to be changed: the stage it is seen in, and whether the actor is on it. */
export interface ContractToChange {
  readonly contract: Contract & MayChange
  readonly seen: ContractStage
  readonly isMember: boolean
}

/**
 * The contract, when the actor may change it, locked until the transaction ends, so that changes made at the same time follow
 * one another; and whether the actor is on it.
 */
export async function lockContractToChange(
  tx: Tx,
  actor: Actor,
  id: number,
  now: Date,
): Promise<ContractToChange> {
  const { record, isMember, related } = await lockToChange(contractKind, { tx, actor, now }, id, {
    name: 'seen stage',
    columns: (_, moment) => ({ seen: seenStageSql(moment) }),
  })
  return { contract: record, isMember, seen: related['seen'] as ContractStage }
}

/** Records that something happened on the contract, which does not change the contract itself. */
export const noteContractActivity = (
  tx: Tx,
  contract: Pick<Contract, 'organisationId' | 'id'> & MayContribute,
  now: Date,
): Promise<void> => noteActivity(contractKind, tx, contract, now)

/** The rule for those who know a contract only as a subject. */
export const contractSubjects = subjectAccess(contractKind)
