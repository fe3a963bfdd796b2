// Who may see, contribute to and change matters. The only file that selects from matters for a caller; what it returns
// carries the marks that the commands ask for.
//
// A matter is visible to its members, to members of the team it is assigned to, to the matter administrators and, while it
// waits in intake, to those who manage intake; a restricted one to its members only. People of other organisations see it
// only as members.
import { type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import { type Actor, worksInLegal } from '../platform/actor.ts'
import type { App, SubjectAccess, SubjectColumns } from '../platform/app.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import { forbidden, notFound } from '../platform/errors.ts'
import type { MayChange, MayContribute, MaySee } from '../platform/granted.ts'
import {
  prepared,
  type Selected,
  selectedAs,
  valuesIn,
  type ValuesOf,
} from '../platform/postgres/prepared.ts'
import { countSeen } from '../platform/record-lists.ts'
import { type Person, type RecordName, type Sight, sightOf } from '../platform/sight.ts'
import type { Tables } from '../platform/postgres/tables.ts'
import { noteFieldChange } from './field-change.ts'
import { type Matter, matterColumns, matterOf } from './matter.ts'
import { idsSeenBy } from './narrowing.ts'
import { isAdministrator, isShared, managesIntake } from './shared.ts'

/** Matters the actor may see, to be narrowed and selected from. Every list and every look-up starts here. */
export function mattersVisibleTo(db: Reader, actor: Actor) {
  return db
    .selectFrom('matters')
    .where('matters.organisation_id', 'in', [...actor.organisationIds])
    .where((eb) => sql<SqlBool>`(${isShared(actor)} or ${isMember(eb, actor, { oneByOne: true })})`)
}

/** The matters that the actor is a member of: they see all of these, so that nothing else need be asked. */
export function mattersOf(db: Reader, actor: Actor) {
  return db
    .selectFrom('matters')
    .where('matters.organisation_id', 'in', [...actor.organisationIds])
    .where((eb) => isMember(eb, actor))
}

type Matters = ExpressionBuilder<Tables, 'matters'>

const membership = (eb: Matters, actor: Actor) =>
  eb
    .selectFrom('matter_members as m')
    .whereRef('m.organisation_id', '=', 'matters.organisation_id')
    .whereRef('m.matter_id', '=', 'matters.id')
    .where('m.user_id', '=', actor.userId)

/**
 * The actor is a member of the matter. `oneByOne` keeps the database from gathering all their memberships first, which lists do
 * not need that end after a page (with an offset, it does not).
 */
const isMember = (eb: Matters, actor: Actor, { oneByOne = false } = {}) =>
  eb.exists(
    membership(eb, actor)
      .select(sql`1`.as('one'))
      .$if(oneByOne, (query) => query.offset(sql<number>`0`)),
  )

/** The matters the actor sees as a member and for no other reason: together with `mattersShared` all they see, each once. */
export const mattersOfMembersOnly = (db: Reader, actor: Actor) =>
  mattersOf(db, actor).where(sql<SqlBool>`(${isShared(actor)}) is not true`)

/** The matters that the actor sees without being a member of them, or whether they are. */
export const mattersShared = (db: Reader, actor: Actor) =>
  db.selectFrom('matters').where('matters.organisation_id', '=', actor.organisationId).where(isShared(actor))

/**
 * What the actor sees without being a member, as ranges that an index ending in the last activity walks in order: the whole
 * organisation for an administrator, or each of their teams, and intake for those who manage it.
 */
export function mattersSharedWith(db: Reader, actor: Actor) {
  const shared = db
    .selectFrom('matters')
    .where('matters.organisation_id', '=', actor.organisationId)
    .where('matters.restricted', '=', false)
  if (isAdministrator(actor)) return [shared]
  const teams = worksInLegal(actor) ? actor.teamIds : []
  return [
    ...teams.map((id) => shared.where('matters.team_id', '=', id)),
    ...(managesIntake(actor) ? [shared.where('matters.in_intake', '=', true)] : []),
  ]
}

/** The restricted matters of an administrator's organisation, joined with their membership of each as `mine`. */
export const restrictedMattersOf = (db: Reader, actor: Actor): ReturnType<typeof mattersVisibleTo> =>
  db
    .selectFrom('matters')
    .leftJoin('matter_members as mine', (join) =>
      join
        .onRef('mine.organisation_id', '=', 'matters.organisation_id')
        .onRef('mine.matter_id', '=', 'matters.id')
        .on('mine.user_id', '=', actor.userId),
    )
    .where('matters.organisation_id', '=', actor.organisationId)
    .where('matters.restricted', '=', true)

/** The join of `restrictedMattersOf`, for columns that are shown to members only. */
export const joinOfMembership = ({ userId }: Pick<Actor, 'userId'>) =>
  sql`left join matter_members mine on mine.organisation_id = matters.organisation_id
    and mine.matter_id = matters.id and mine.user_id = ${userId}`

/** The matter with other columns of its row, read in one statement: for what is asked often. */
export async function getMatterWith<Columns extends Selected>(
  { db }: Pick<App, 'db'>,
  actor: Actor,
  id: number,
  columns: Columns,
): Promise<{ readonly matter: Matter & MaySee; readonly beside: ValuesOf<Columns> }> {
  const row = await mattersVisibleTo(db, actor)
    .where('matters.id', '=', id)
    .select([...matterColumns])
    .select(selectedAs(columns))
    .withPlugin(prepared)
    .executeTakeFirst()
  if (!row) throw notFound()
  return { matter: matterOf(row) as Matter & MaySee, beside: valuesIn(row, columns) }
}

/** The matter, when the actor may see it; not_found otherwise, as for one that does not exist. */
export async function getMatterToSee(db: Reader, actor: Actor, id: number): Promise<Matter & MaySee> {
  return (await find(db, actor, id)).matter as Matter & MaySee
}

/** The matter, when the actor may add files and messages to it: every member may, and all who may change it. */
export async function getMatterToContribute(
  db: Reader,
  actor: Actor,
  id: number,
): Promise<Matter & MayContribute> {
  const { matter, member, changeable } = await find(db, actor, id)
  if (!member && !changeable) {
    throw forbidden('Only members of this matter, its team and the matter administrators may add to it.')
  }
  return matter as Matter & MayContribute
}

/**
 * The matter, when the actor may change it: its owner and manager and who stands in for them, its members and team who work in
 * legal, the matter administrators, and while it waits in intake those who manage intake.
 */
export async function getMatterToChange(db: Reader, actor: Actor, id: number): Promise<Matter & MayChange> {
  const { matter, changeable } = await find(db, actor, id)
  if (!changeable) {
    throw forbidden('You can see this matter but not change it. Its owner or a matter administrator can.')
  }
  return matter as Matter & MayChange
}

/** Holds the matter until the transaction ends, so that changes made at the same time follow one another. */
export async function lockMatter(tx: Tx, actor: Actor, id: number): Promise<void> {
  await mattersVisibleTo(tx, actor)
    .where('matters.id', '=', id)
    .select('matters.id')
    .forNoKeyUpdate('matters')
    .execute()
}

/** Of what the actor sees: what they own, manage or stand in for, and in their own organisation what is their work to see. */
function isChangeable(eb: Matters, actor: Actor) {
  const isOwn = eb('matters.organisation_id', '=', actor.organisationId)
  return eb.or([
    eb('matters.owner_id', '=', actor.userId),
    eb('matters.manager_id', '=', actor.userId),
    eb.exists(
      membership(eb, actor)
        .where((m) => m.or([m('m.delegate_owner', '=', true), m('m.delegate_manager', '=', true)]))
        .select(sql`1`.as('one')),
    ),
    ...(worksInLegal(actor) || isAdministrator(actor) ? [isOwn] : []),
    ...(managesIntake(actor) ? [eb.and([isOwn, eb('matters.in_intake', '=', true)])] : []),
  ])
}

interface Found {
  readonly matter: Matter
  readonly member: boolean
  readonly changeable: boolean
}

async function find(db: Reader, actor: Actor, id: number): Promise<Found> {
  const row = await mattersVisibleTo(db, actor)
    .where('matters.id', '=', id)
    .select([...matterColumns])
    .select((eb) => [isMember(eb, actor).as('member'), isChangeable(eb, actor).as('changeable')])
    .executeTakeFirst()
  if (!row) throw notFound()
  return { matter: matterOf(row), member: Boolean(row.member), changeable: Boolean(row.changeable) }
}

/** Notes that something happened on the matter; it is no change of the matter itself. */
export async function noteMatterActivity(
  tx: Tx,
  { organisationId, id }: Pick<Matter, 'organisationId' | 'id'> & MayContribute,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('matters')
    .set({ last_activity_at: now })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
}

/** The rules of seeing and changing for many matters and people at once; `sight.test.ts` holds them together with those above. */
async function sightOfMany(
  db: Reader,
  records: readonly RecordName[],
  people: readonly Person[],
): Promise<Sight> {
  const userIds = people.map(({ userId }) => userId)
  const { rows } = await sql<SeenRow>`
    select r.organisation_id, r.id, r.restricted, r.team_id, r.in_intake, r.owner_id, r.manager_id,
      array(select m.user_id from matter_members m
        where m.organisation_id = r.organisation_id and m.matter_id = r.id
          and m.user_id = any(${userIds}::uuid[])) as members,
      array(select m.user_id from matter_members m
        where m.organisation_id = r.organisation_id and m.matter_id = r.id
          and m.user_id = any(${userIds}::uuid[]) and (m.delegate_owner or m.delegate_manager)) as delegates
    from unnest(${records.map(({ organisationId }) => organisationId)}::bigint[],
      ${records.map(({ id }) => id)}::bigint[]) as named (organisation_id, id)
    join matters r on r.organisation_id = named.organisation_id and r.id = named.id`.execute(db)
  return sightOf(rows, {
    throughOrganisation: (row, person) =>
      isAdministrator(person) ||
      (row.in_intake && managesIntake(person)) ||
      (worksInLegal(person) && row.team_id !== null && person.teamIds.includes(row.team_id)),
    isChangeable: (row, person) =>
      [row.owner_id, row.manager_id, ...row.delegates].includes(person.userId) ||
      (row.organisation_id === person.organisationId &&
        (worksInLegal(person) || isAdministrator(person) || (row.in_intake && managesIntake(person)))),
  })
}

interface SeenRow {
  readonly organisation_id: number
  readonly id: number
  readonly restricted: boolean
  readonly team_id: number | null
  readonly in_intake: boolean
  readonly owner_id: string
  readonly manager_id: string | null
  readonly members: readonly string[]
  readonly delegates: readonly string[]
}

/** The rule for those who know a matter only as what something hangs on. */
export const matterSubjects: SubjectAccess = {
  getToSee: async (db, actor, id) => ({ ...(await getMatterToSee(db, actor, id)), kind: 'matter' }),
  getToContribute: async (db, actor, id) => ({
    ...(await getMatterToContribute(db, actor, id)),
    kind: 'matter',
  }),
  getToChange: async (db, actor, id) => ({ ...(await getMatterToChange(db, actor, id)), kind: 'matter' }),
  isToSee: (db, actor, columns) => sql`exists ${named(db, actor, columns)}`,
  isToChange: (db, actor, columns) =>
    sql`exists ${named(db, actor, columns).where((eb) => isChangeable(eb, actor))}`,
  sightOf: sightOfMany,
  reach: async (db, actor) => ({
    ids: idsSeenBy(actor),
    seen: await countSeen(db, actor, { kind: 'matter', isShared: isShared(actor, 'counts') }),
  }),
  hold: async (tx, { organisationId, id }) => {
    await tx
      .selectFrom('matters')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .select('id')
      // weaker than for update: whoever only refers to it need not wait
      .forNoKeyUpdate()
      .execute()
  },
  noteActivity: noteMatterActivity,
  noteFieldChange,
}

const named = (db: Reader, actor: Actor, { organisationId, id }: SubjectColumns) =>
  mattersVisibleTo(db, actor)
    .where('matters.organisation_id', '=', sql.ref<number>(organisationId))
    .where('matters.id', '=', sql.ref<number>(id))
    .select(sql`1`.as('one'))
    // looked up for each row of a page, rather than all records for one page
    .offset(sql<number>`0`)
