// Who may see, contribute to and change matters: the rule of the kind (matter-kind.ts), applied by server/records.
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
import { seenStateSql } from './lateness.ts'
import type { Matter } from './matter.ts'
import { matterKind } from './matter-kind.ts'
import { type Membership, membershipColumns, membershipIn } from './membership.ts'
import type { MatterState } from './state.ts'

/** Matters the actor may see, to be narrowed and selected from. Every list and every look-up starts here. */
export const mattersVisibleTo = (db: Reader, actor: Actor): RecordRows<Tables, 'matters'> =>
  visibleTo(matterKind, db, actor)

/** The matter, when the actor may see it; not_found otherwise, as for one that does not exist. */
export const getMatterToSee = (db: Reader, actor: Actor, id: number): Promise<Matter & MaySee> =>
  getToSee(matterKind, db, actor, id)

/** The matter, when the actor may add files and messages to it: every member may, and all who may change it. */
export const getMatterToContribute = (
  db: Reader,
  actor: Actor,
  id: number,
): Promise<Matter & MayContribute> => getToContribute(matterKind, db, actor, id)

/**
 * The matter, when the actor may change it: its owner and manager and their delegates, its members and team who work in
 * legal, the matter administrators, and while it waits in intake those who manage intake.
 */
export const getMatterToChange = (db: Reader, actor: Actor, id: number): Promise<Matter & MayChange> =>
  getToChange(matterKind, db, actor, id)

/** A matter that is about to be changed: its visible state, and what the actor is on it, if they are a member. */
export interface MatterToChange {
  readonly matter: Matter & MayChange
  readonly seen: MatterState
  readonly membership: Membership | undefined
}

/**
 * The matter, when the actor may change it, locked until the transaction ends, so that changes made at the same time follow one
 * another.
 */
export async function lockMatterToChange(
  tx: Tx,
  actor: Actor,
  id: number,
  now: Date,
): Promise<MatterToChange> {
  const { record, related } = await lockToChange(matterKind, { tx, actor, now }, id, {
    name: 'state and membership',
    columns: (caller, moment) => ({ seen: seenStateSql(moment), ...membershipColumns(caller) }),
  })
  return {
    matter: record,
    seen: related['seen'] as MatterState,
    membership: membershipIn(related, actor, record),
  }
}

/** Records that something happened on the matter, which does not change the matter itself. */
export const noteMatterActivity = (
  tx: Tx,
  matter: Pick<Matter, 'organisationId' | 'id'> & MayContribute,
  now: Date,
): Promise<void> => noteActivity(matterKind, tx, matter, now)

/** The rule for those who know a matter only as a subject. */
export const matterSubjects = subjectAccess(matterKind)
