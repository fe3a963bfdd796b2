// Who may see, contribute to and change matters. The only file that selects from matters for a caller; what it returns
// carries the marks that the commands ask for.
//
// A matter is visible to its members, to members of the team it is assigned to and to the matter administrators; a
// restricted one to its members only. People of other organisations see it only as members.
import { type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import { type Actor, worksInLegal } from '../platform/actor.ts'
import type { SubjectAccess, SubjectColumns } from '../platform/app.ts'
import type { Reader, Tx } from '../platform/database.ts'
import { forbidden, notFound } from '../platform/errors.ts'
import type { MayChange, MayContribute, MaySee } from '../platform/granted.ts'
import type { Tables } from '../platform/tables.ts'
import { type Matter, matterColumns, matterOf } from './matter.ts'

const isAdministrator = (actor: Actor) => actor.groups.has('MatterAdministrators')

/** Matters the actor may see, to be narrowed and selected from. Every list and every look-up starts here. */
export function mattersVisibleTo(db: Reader, actor: Actor) {
  return db
    .selectFrom('matters')
    .where('matters.organisation_id', 'in', [...actor.organisationIds])
    .where((eb) => eb.or([isMember(eb, actor), ...throughOrganisation(eb, actor)]))
}

type Matters = ExpressionBuilder<Tables, 'matters'>

/** The actor is a member of the matter. */
export function isMember(eb: Matters, actor: Actor) {
  return eb.exists(
    eb
      .selectFrom('matter_members as m')
      .whereRef('m.organisation_id', '=', 'matters.organisation_id')
      .whereRef('m.matter_id', '=', 'matters.id')
      .where('m.user_id', '=', actor.userId)
      .select(sql`1`.as('one')),
  )
}

/** Seen without being a member: only unrestricted matters of the person's own organisation. */
function throughOrganisation(eb: Matters, actor: Actor) {
  const ways = [
    ...(isAdministrator(actor) ? [sql<SqlBool>`true`] : []),
    ...(worksInLegal(actor) && actor.teamIds.length > 0
      ? [eb('matters.team_id', 'in', [...actor.teamIds])]
      : []),
  ]
  if (ways.length === 0) return []
  return [
    eb.and([
      eb('matters.organisation_id', '=', actor.organisationId),
      eb('matters.restricted', '=', false),
      eb.or(ways),
    ]),
  ]
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

/** The matter, when the actor may change it: its owner and manager, its members and team who work in legal, the matter administrators. */
export async function getMatterToChange(db: Reader, actor: Actor, id: number): Promise<Matter & MayChange> {
  const { matter, changeable } = await find(db, actor, id)
  if (!changeable) {
    throw forbidden('You can see this matter but not change it. Its owner or a matter administrator can.')
  }
  return matter as Matter & MayChange
}

/** Of what the actor sees: what they own or manage, and in their own organisation whatever they see as legal or as administrator. */
function isChangeable(eb: Matters, actor: Actor) {
  return eb.or([
    eb('matters.owner_id', '=', actor.userId),
    eb('matters.manager_id', '=', actor.userId),
    ...(worksInLegal(actor) || isAdministrator(actor)
      ? [eb('matters.organisation_id', '=', actor.organisationId)]
      : []),
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

/** Counts a change of field values on matters, whoever sees them: the field is the organisation's. */
async function noteFieldChange(
  tx: Tx,
  { organisationId, ids }: { readonly organisationId: number; readonly ids: readonly number[] },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('matters')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: now, last_activity_at: now }))
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', [...ids])
    .execute()
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
