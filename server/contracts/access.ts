// Who may see, contribute to and change contracts. The only file that selects from contracts for a caller; what it returns
// carries the marks that the commands ask for.
//
// A contract is visible to its members, to members of the team it is assigned to and to the contract administrators; a
// restricted one to its members only. People of other organisations see it only as members.
import { expressionBuilder, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
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
import { type Contract, contractColumns, contractOf } from './contract.ts'
import { idsSeenBy } from './narrowing.ts'
import { isAdministrator, isShared } from './shared.ts'
import { noteFieldChange } from './field-change.ts'

/** Contracts the actor may see, to be narrowed and selected from. Every list and every look-up starts here. */
export function contractsVisibleTo(db: Reader, actor: Actor) {
  return db
    .selectFrom('contracts')
    .where('contracts.organisation_id', 'in', [...actor.organisationIds])
    .where((eb) => sql<SqlBool>`(${isShared(actor)} or ${isMember(eb, actor, { oneByOne: true })})`)
}

type Contracts = ExpressionBuilder<Tables, 'contracts'>

/**
 * The actor is a member of the contract. `oneByOne` keeps the database from gathering all their memberships first, which lists
 * do not need that end after a page (with an offset, it does not).
 */
function isMember(eb: Contracts, actor: Actor, { oneByOne = false } = {}) {
  return eb.exists(
    eb
      .selectFrom('contract_members as m')
      .whereRef('m.organisation_id', '=', 'contracts.organisation_id')
      .whereRef('m.contract_id', '=', 'contracts.id')
      .where('m.user_id', '=', actor.userId)
      .select(sql`1`.as('one'))
      .$if(oneByOne, (query) => query.offset(sql<number>`0`)),
  )
}

/** Whether the actor is on the contract of a row. */
export const isMemberSql = (actor: Actor) =>
  sql<boolean>`${isMember(expressionBuilder<Tables, 'contracts'>(), actor)}`

/** The contracts the actor is a member of. */
export function contractsOf(db: Reader, actor: Actor) {
  return db
    .selectFrom('contracts')
    .where('contracts.organisation_id', 'in', [...actor.organisationIds])
    .where((eb) => isMember(eb, actor))
}

/** The contracts the actor sees as a member and for no other reason: together with `contractsShared` all they see, each once. */
export const contractsOfMembersOnly = (db: Reader, actor: Actor) =>
  contractsOf(db, actor).where(sql<SqlBool>`(${isShared(actor)}) is not true`)

/** The contracts that the actor sees without being a member of them, or whether they are. */
export const contractsShared = (db: Reader, actor: Actor) =>
  db
    .selectFrom('contracts')
    .where('contracts.organisation_id', '=', actor.organisationId)
    .where(isShared(actor))

/**
 * What the actor sees without being a member, as ranges that an index on (organisation_id, …) or (organisation_id, team_id, …)
 * walks in order: the whole organisation for an administrator, or each of their teams.
 */
export function contractsSharedWith(db: Reader, actor: Actor) {
  const shared = db
    .selectFrom('contracts')
    .where('contracts.organisation_id', '=', actor.organisationId)
    .where('contracts.restricted', '=', false)
  if (isAdministrator(actor)) return [shared]
  return worksInLegal(actor) ? actor.teamIds.map((id) => shared.where('contracts.team_id', '=', id)) : []
}

/** The restricted contracts of an administrator's organisation, joined with their membership of each as `mine`. */
export const restrictedContractsOf = (db: Reader, actor: Actor): ReturnType<typeof contractsVisibleTo> =>
  db
    .selectFrom('contracts')
    .leftJoin('contract_members as mine', (join) =>
      join
        .onRef('mine.organisation_id', '=', 'contracts.organisation_id')
        .onRef('mine.contract_id', '=', 'contracts.id')
        .on('mine.user_id', '=', actor.userId),
    )
    .where('contracts.organisation_id', '=', actor.organisationId)
    .where('contracts.restricted', '=', true)

/** The join of `restrictedContractsOf`, for columns that are shown to members only. */
export const joinOfMembership = ({ userId }: Pick<Actor, 'userId'>) =>
  sql`left join contract_members mine on mine.organisation_id = contracts.organisation_id
    and mine.contract_id = contracts.id and mine.user_id = ${userId}`

/** The contract with other columns of its row, read in one statement: for what is asked often. */
export async function getContractWith<Columns extends Selected>(
  { db }: Pick<App, 'db'>,
  actor: Actor,
  id: number,
  columns: Columns,
): Promise<{ readonly contract: Contract & MaySee; readonly beside: ValuesOf<Columns> }> {
  const row = await contractsVisibleTo(db, actor)
    .where('contracts.id', '=', id)
    .select([...contractColumns])
    .select(selectedAs(columns))
    .withPlugin(prepared)
    .executeTakeFirst()
  if (!row) throw notFound()
  return { contract: contractOf(row) as Contract & MaySee, beside: valuesIn(row, columns) }
}

/** The contract, when the actor may see it; not_found otherwise, as for one that does not exist. */
export async function getContractToSee(db: Reader, actor: Actor, id: number): Promise<Contract & MaySee> {
  return (await find(db, actor, id)).contract as Contract & MaySee
}

/** The contract, when the actor may add files and messages to it: every member may, and all who may change it. */
export async function getContractToContribute(
  db: Reader,
  actor: Actor,
  id: number,
): Promise<Contract & MayContribute> {
  const { contract, member, changeable } = await find(db, actor, id)
  if (!member && !changeable) {
    throw forbidden('Only members of this contract, its team and the contract administrators may add to it.')
  }
  return contract as Contract & MayContribute
}

/** The contract, when the actor may change it: its owner, its members and team who work in legal, the contract administrators. */
export async function getContractToChange(
  db: Reader,
  actor: Actor,
  id: number,
): Promise<Contract & MayChange> {
  const { contract, changeable } = await find(db, actor, id)
  if (!changeable) {
    throw forbidden('You can see this contract but not change it. Its owner or a contract administrator can.')
  }
  return contract as Contract & MayChange
}

/** Holds the contract until the transaction ends, so that changes made at the same time follow one another. */
export async function lockContract(tx: Tx, actor: Actor, id: number): Promise<void> {
  await contractsVisibleTo(tx, actor)
    .where('contracts.id', '=', id)
    .select('contracts.id')
    .forUpdate('contracts')
    .execute()
}

/** Whether the actor is on the contract. */
export async function isContractMember(
  db: Reader,
  actor: Actor,
  contract: Pick<Contract, 'id'>,
): Promise<boolean> {
  return (await find(db, actor, contract.id)).member
}

/** Of what the actor sees: what they own, and in their own organisation whatever they see as legal or as administrator. */
function isChangeable(eb: Contracts, actor: Actor) {
  return eb.or([
    eb('contracts.owner_id', '=', actor.userId),
    ...(worksInLegal(actor) || isAdministrator(actor)
      ? [eb('contracts.organisation_id', '=', actor.organisationId)]
      : []),
  ])
}

interface Found {
  readonly contract: Contract
  readonly member: boolean
  readonly changeable: boolean
}

async function find(db: Reader, actor: Actor, id: number): Promise<Found> {
  const row = await contractsVisibleTo(db, actor)
    .where('contracts.id', '=', id)
    .select([...contractColumns])
    .select((eb) => [isMember(eb, actor).as('member'), isChangeable(eb, actor).as('changeable')])
    .executeTakeFirst()
  if (!row) throw notFound()
  return { contract: contractOf(row), member: Boolean(row.member), changeable: Boolean(row.changeable) }
}

/** Notes that something happened on the contract; it is no change of the contract itself. */
export async function noteContractActivity(
  tx: Tx,
  { organisationId, id }: Pick<Contract, 'organisationId' | 'id'> & MayContribute,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('contracts')
    .set({ last_activity_at: now })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
}

/** The rules of seeing and changing for many contracts and people at once; `sight.test.ts` holds them together with those above. */
async function sightOfMany(
  db: Reader,
  records: readonly RecordName[],
  people: readonly Person[],
): Promise<Sight> {
  const { rows } = await sql<SeenRow>`
    select r.organisation_id, r.id, r.restricted, r.team_id, r.owner_id,
      array(select m.user_id from contract_members m
        where m.organisation_id = r.organisation_id and m.contract_id = r.id
          and m.user_id = any(${people.map(({ userId }) => userId)}::uuid[])) as members
    from unnest(${records.map(({ organisationId }) => organisationId)}::bigint[],
      ${records.map(({ id }) => id)}::bigint[]) as named (organisation_id, id)
    join contracts r on r.organisation_id = named.organisation_id and r.id = named.id`.execute(db)
  return sightOf(rows, {
    throughOrganisation: (row, person) =>
      isAdministrator(person) ||
      (worksInLegal(person) && row.team_id !== null && person.teamIds.includes(row.team_id)),
    isChangeable: (row, person) =>
      row.owner_id === person.userId ||
      (row.organisation_id === person.organisationId && (worksInLegal(person) || isAdministrator(person))),
  })
}

interface SeenRow {
  readonly organisation_id: number
  readonly id: number
  readonly restricted: boolean
  readonly team_id: number | null
  readonly owner_id: string
  readonly members: readonly string[]
}

/** The rule for those who know a contract only as what something hangs on. */
export const contractSubjects: SubjectAccess = {
  getToSee: async (db, actor, id) => ({ ...(await getContractToSee(db, actor, id)), kind: 'contract' }),
  getToContribute: async (db, actor, id) => ({
    ...(await getContractToContribute(db, actor, id)),
    kind: 'contract',
  }),
  getToChange: async (db, actor, id) => ({ ...(await getContractToChange(db, actor, id)), kind: 'contract' }),
  isToSee: (db, actor, columns) => sql`exists ${named(db, actor, columns)}`,
  isToChange: (db, actor, columns) =>
    sql`exists ${named(db, actor, columns).where((eb) => isChangeable(eb, actor))}`,
  sightOf: sightOfMany,
  reach: async (db, actor) => ({
    ids: idsSeenBy(actor),
    seen: await countSeen(db, actor, { kind: 'contract', isShared: isShared(actor, 'counts') }),
  }),
  hold: async (tx, { organisationId, id }) => {
    await tx
      .selectFrom('contracts')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .select('id')
      // weaker than for update: whoever only refers to it need not wait
      .forNoKeyUpdate()
      .execute()
  },
  noteActivity: noteContractActivity,
  noteFieldChange,
}

const named = (db: Reader, actor: Actor, { organisationId, id }: SubjectColumns) =>
  contractsVisibleTo(db, actor)
    .where('contracts.organisation_id', '=', sql.ref<number>(organisationId))
    .where('contracts.id', '=', sql.ref<number>(id))
    .select(sql`1`.as('one'))
    // looked up for each row of a page, rather than all records for one page
    .offset(sql<number>`0`)
