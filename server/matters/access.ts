// Who may see matters and do something with them: the rule of the kind (matter-kind.ts) and the table of rights,
// applied by server/records.
import type { Actor } from '../platform/actor.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import type { MayChange, MayContribute, MaySee } from '../platform/granted.ts'
import {
  getFor,
  getToContribute,
  getToSee,
  hiddenFrom,
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
import { seenStateSql } from './lateness.ts'
import type { Matter } from './matter.ts'
import { matterKind } from './matter-kind.ts'
import type { MatterState } from './state.ts'

/** Matters the actor may see, to be narrowed and selected from. Every list and every look-up starts here. */
export const mattersVisibleTo = (db: Reader, actor: Actor): RecordRows<Tables, 'matters'> =>
  visibleTo(matterKind, db, actor)

/** Those of the actor's organisation that they do not see: for figures without contents. */
export const mattersHiddenFrom = (db: Reader, actor: Actor): RecordRows<Tables, 'matters'> =>
  hiddenFrom(matterKind, db, actor)

/** The matter, when the actor may see it; not_found otherwise, as for one that does not exist. */
export const getMatterToSee = (db: Reader, actor: Actor, id: number): Promise<Matter & MaySee> =>
  getToSee(matterKind, db, actor, id)

/** The matter, when the actor may add files and messages to it: every member may, and all who may change it. */
export const getMatterToContribute = (
  db: Reader,
  actor: Actor,
  id: number,
): Promise<Matter & MayContribute> => getToContribute(matterKind, db, actor, id)

/** The matter, when the actor has the right; forbidden when they only see it. */
export const getMatterFor = (
  db: Reader,
  actor: Actor,
  id: number,
  right: RecordRight,
): Promise<Matter & MayChange> => getFor(matterKind, { db, actor }, id, right)

/** A matter that something is about to be done with: its visible state, and what the actor is on it. */
export interface HeldMatter<Mark = MaySee> {
  readonly matter: Matter & Mark
  readonly seen: MatterState
  readonly involvement: Involvement
}

const seenState = {
  name: 'state',
  columns: (_: unknown, moment: Date) => ({ seen: seenStateSql(moment) }),
} as const

interface Changing {
  readonly tx: Tx
  readonly actor: Actor
  readonly now: Date
}

/**
 * The matter, when the actor sees it, locked until the transaction ends, so that changes made at the same time follow
 * one another. What they do with it is checked when it is known (`permittedChanges`).
 */
export const lockMatter = async (changing: Changing, id: number): Promise<HeldMatter> =>
  heldOf(await lockToSee(matterKind, changing, id, seenState))

/** The same when the actor has the right; forbidden when they only see it. */
export const lockMatterFor = async (
  changing: Changing & { readonly right: RecordRight },
  id: number,
): Promise<HeldMatter<MayChange>> => heldOf(await lockFor(matterKind, changing, id, seenState))

const heldOf = <Mark>({ record, involvement, related }: Involved<Matter & Mark>): HeldMatter<Mark> => ({
  matter: record,
  seen: related['seen'] as MatterState,
  involvement,
})

/** Records that something happened on the matter, which does not change the matter itself. */
export const noteMatterActivity = (
  tx: Tx,
  matter: Pick<Matter, 'organisationId' | 'id'> & MayContribute,
  now: Date,
): Promise<void> => noteActivity(matterKind, tx, matter, now)

/** The matter that the caller has just created: its creation may write what belongs to it. */
export const createdMatter = <Created extends Pick<Matter, 'organisationId' | 'id'>>(
  matter: Created,
): Created & MayChange => matter as Created & MayChange

/** The rule for those who know a matter only as a subject. */
export const matterSubjects = subjectAccess(matterKind)
