// What somebody is to a record, in both forms: of a row in memory, and as SQL over many rows. What that permits is in
// the table.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { worksInLegal } from '../../platform/actor.ts'
import type { Selected } from '../../platform/postgres/prepared.ts'
import type { Principal, SubjectKind } from '../../platform/subject.ts'
import { isAdministrator, managesIntakeOf, type Responsible } from '../access-rule.ts'
import { isMember, membership } from '../membership-sql.ts'
import type { RecordTables } from '../record-kind.ts'
import { type RecordRight, type RecordRole, type RightNeed, rightNeeds, rightOf } from './rights-table.ts'

/** What somebody is to a record that they see, and what its type opens to people of firms. */
export interface Involvement {
  readonly kind: SubjectKind
  /** Whether the record belongs to their own organisation. */
  readonly isOwn: boolean
  readonly roles: ReadonlySet<RecordRole>
  /** Rights, and custom fields as `field_12`. */
  readonly opened: ReadonlySet<string>
  /** What their account has of what rights ask of accounts. */
  readonly meets: ReadonlySet<RightNeed>
}

/** What a row says of the person: the columns of `involvementColumns`. */
export interface Known {
  readonly isOwn: boolean
  /** Or stands in for the owner; the same for the manager. */
  readonly isOwner: boolean
  readonly isManager: boolean
  readonly isMember: boolean
  readonly inIntake: boolean
  readonly opened: readonly string[] | null
  /** Of a record in the bin: they deleted it, within the last day. */
  readonly isDeleter?: boolean
}

/** The columns from which follows what the person is to the record of a row. */
export function involvementColumns(kind: RecordTables, person: Principal): Selected {
  const { access, table } = kind
  const { owner, manager } = access.responsible
  const no = sql<boolean>`false`
  const is = (responsible: Responsible) =>
    sql<boolean>`(${sql.join(responsibleSql(kind, person, responsible), sql` or `)})`
  return {
    isOwn: sql<boolean>`${sql.ref(`${table}.organisation_id`)} = ${person.organisationId}`,
    isOwner: is(owner),
    // nobody manages it
    isManager: manager ? sql<boolean>`coalesce(${is(manager)}, false)` : no,
    isMember: isMember(kind, person),
    inIntake: access.intake ? sql.ref<boolean>(`${table}.in_intake`) : no,
    opened: access.openedToFirms?.(person) ?? sql`null`,
  }
}

const isDelegate = (kind: RecordTables, person: Principal, column: string) =>
  sql<SqlBool>`exists (${membership(kind, person)} and ${sql.ref(`m.${column}`)})`

/** What the person is to the record of which this is known. */
export const involvementIn = (kind: RecordTables, person: Principal, known: Known): Involvement => ({
  kind: kind.kind,
  isOwn: known.isOwn,
  roles: new Set(rolesOf(kind, person, known)),
  opened: new Set(known.opened),
  meets: new Set(needNames.filter((need) => meets[need](person, known.isOwn))),
})

const needNames = Object.keys(rightNeeds) as RightNeed[]

type NeedRule = (person: Principal, isOwn: boolean) => boolean

const meets: Readonly<Record<RightNeed, NeedRule>> = {
  // who runs matters for a law firm bills for it without a separate permission, because it is part of the work
  billing: ({ permissions, organisationType, role }, isOwn) =>
    permissions.has('ManageInvoices') ||
    (!isOwn && organisationType === 'ServiceProvider' && role === 'MatterManager'),
}

/** Whether the account of the person has what a right asks for on records of some organisation. */
export const meetsSomewhere = (person: Principal, need: RightNeed): boolean =>
  meets[need](person, true) || meets[need](person, false)

function rolesOf(
  { access }: RecordTables,
  person: Principal,
  { isOwn, isOwner, isManager, isMember: onIt, inIntake, isDeleter = false }: Known,
): readonly RecordRole[] {
  const inGroup = isOwn && isAdministrator(access, person)
  const inLegal = isOwn && worksInLegal(person)
  const holds: Readonly<Record<RecordRole, boolean>> = {
    owner: isOwner,
    manager: isManager,
    administrator: person.role === 'Administrator',
    recordAdministrator: inGroup,
    legalMember: onIt && (inLegal || inGroup),
    colleague: inLegal || (isOwn && inIntake && managesIntakeOf(access, person)),
    member: onIt,
    deleter: isDeleter,
  }
  return (Object.keys(holds) as RecordRole[]).filter((role) => holds[role])
}

/** Whether the person has the right, by what they are to the record. */
export function may({ isOwn, roles, opened, meets: met }: Involvement, name: RecordRight): boolean {
  const { organisation, firms, opens, needs } = rightOf(name)
  if (needs !== undefined && !met.has(needs)) return false
  const who: readonly RecordRole[] = isOwn ? organisation : firms
  if (who.some((role) => roles.has(role))) return true
  return !isOwn && opens !== undefined && opened.has(name) && opens.to.some((role) => roles.has(role))
}

/**
 * SQL over the records that the person sees: they have the right, where no type opens it. `isDeleter` is SQL as well.
 */
export function maySql(
  kind: RecordTables,
  person: Principal,
  name: RecordRight,
  isDeleter?: RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  const { organisation, firms, needs } = rightOf(name)
  const owning = sql.ref(`${kind.table}.organisation_id`)
  const isMet = (isOwn: boolean) => needs === undefined || meets[needs](person, isOwn)
  const deleter = isDeleter !== undefined && organisation.includes('deleter') ? [isDeleter] : []
  const ways = [
    ...(isMet(true)
      ? sidesSql(kind, person, organisation, sql<SqlBool>`${owning} = ${person.organisationId}`)
      : []),
    ...(isMet(false)
      ? sidesSql(kind, person, firms, sql<SqlBool>`${owning} <> ${person.organisationId}`)
      : []),
    ...deleter,
  ]
  return ways.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}

function sidesSql(
  kind: RecordTables,
  person: Principal,
  roles: readonly RecordRole[],
  isOnSide: RawBuilder<SqlBool>,
): readonly RawBuilder<SqlBool>[] {
  const ways = roles.map((role) => roleSql(kind, person, role))
  // a constant, so that the planner leaves out the rest
  if (ways.includes('always')) return [isOnSide]
  const parts = ways.flatMap((way) => (way === 'always' ? [] : way))
  return parts.length === 0 ? [] : [sql<SqlBool>`(${isOnSide} and (${sql.join(parts, sql` or `)}))`]
}

/** On which records the person is that; empty for none. */
function roleSql(
  kind: RecordTables,
  person: Principal,
  role: RecordRole,
): 'always' | readonly RawBuilder<SqlBool>[] {
  const { access, table } = kind
  const { owner, manager } = access.responsible
  switch (role) {
    case 'owner':
      return responsibleSql(kind, person, owner)
    case 'manager':
      return manager ? responsibleSql(kind, person, manager) : []
    case 'administrator':
      return person.role === 'Administrator' ? 'always' : []
    case 'recordAdministrator':
      return isAdministrator(access, person) ? 'always' : []
    case 'legalMember':
      return worksInLegal(person) || isAdministrator(access, person) ? [isMember(kind, person)] : []
    case 'colleague':
      if (worksInLegal(person)) return 'always'
      return managesIntakeOf(access, person) ? [sql<SqlBool>`${sql.ref(`${table}.in_intake`)}`] : []
    case 'member':
      return [isMember(kind, person)]
    // what is in the bin is seen by nobody: bin.ts says it
    case 'deleter':
      return []
  }
}

const responsibleSql = (
  kind: RecordTables,
  person: Principal,
  { column, delegate }: Responsible,
): readonly RawBuilder<SqlBool>[] => [
  sql<SqlBool>`${sql.ref(`${kind.table}.${column}`)} = ${person.userId}`,
  ...(delegate === undefined ? [] : [isDelegate(kind, person, delegate)]),
]
