// Who sees records of a kind, as data: the rule is written once for each kind, and every form of it (SQL over a row,
// ranges of an index, a check in memory) follows from the same few functions here. What they may do with a record is in
// rights/rights-table.ts.
//
// Members see their records, whatever else holds. Of the records of a person's own organisation that are not
// restricted, they also see those that a grant opens to them. What is in the bin nobody sees.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Actor, type Group, type Permission, worksInLegal } from '../platform/actor.ts'
import { isOneOf } from '../platform/postgres/statement.ts'
import type { Principal } from '../platform/subject.ts'

export interface AccessRule {
  /** The feature that records of the kind belong to: nobody sees any whose organisation has it switched off. */
  readonly feature: string
  /** Members of this group see every record of their organisation that is not restricted. */
  readonly administrators: Group
  /** Who answers for a record of the kind. */
  readonly responsible: { readonly owner: Responsible; readonly manager?: Responsible }
  /** Of a kind with an intake: records that are `in_intake` are seen by those with this permission. */
  readonly intake?: Permission
  /** SQL over a record: what its type opens to people of other organisations, null for those of its own. */
  readonly openedToFirms?: (person: Pick<Principal, 'organisationId'>) => RawBuilder<readonly string[] | null>
}

/** A column of the record that names a person, and one of a membership that lets the member act for them. */
export interface Responsible {
  readonly column: string
  readonly delegate?: string
}

/** The columns of a record that name who answers for it. */
export const responsibleColumns = ({ responsible: { owner, manager } }: AccessRule): readonly string[] => [
  owner.column,
  ...(manager ? [manager.column] : []),
]

/** A row whose columns the rule is checked on. */
export type RuleRow = Readonly<Record<string, unknown>> & {
  readonly organisation_id: number
  readonly restricted: boolean
}

/** Opens the records that have one of the values in the column. */
interface Grant {
  readonly column: string
  readonly values: readonly number[] | readonly [true]
}

/** Whether the person sees every record of their organisation that is not restricted. */
export const isAdministrator = ({ administrators }: AccessRule, person: Pick<Actor, 'groups'>): boolean =>
  person.groups.has(administrators)

/** Whether the kind is closed to the person, because their organisation has switched it off. */
export const isClosed = ({ feature }: AccessRule, { featuresOff }: Pick<Principal, 'featuresOff'>): boolean =>
  featuresOff?.has(feature) ?? false

function intakeGrants(rule: AccessRule, person: Principal): readonly Grant[] {
  return managesIntakeOf(rule, person) ? [{ column: 'in_intake', values: [true] }] : []
}

/** What opens records to the person who is not a member of them: everything, or what one of these grants covers. */
function grantsOf(rule: AccessRule, person: Principal): 'everything' | readonly Grant[] {
  if (isClosed(rule, person)) return []
  if (isAdministrator(rule, person)) return 'everything'
  const teams = worksInLegal(person) && person.teamIds.length > 0
  return [...(teams ? [{ column: 'team_id', values: person.teamIds }] : []), ...intakeGrants(rule, person)]
}

/** Whether the person sees what waits in the intake of the kind. */
export const managesIntakeOf = ({ intake }: AccessRule, person: Principal): boolean =>
  intake !== undefined && person.permissions.has(intake)

function coveredSql(grants: 'everything' | readonly Grant[], of: string): RawBuilder<SqlBool> {
  if (grants === 'everything') return sql<SqlBool>`true`
  if (grants.length === 0) return sql<SqlBool>`false`
  const ways = grants.map(({ column, values }) =>
    values[0] === true
      ? sql.ref(`${of}.${column}`)
      : isOneOf(sql.ref(`${of}.${column}`), values as readonly number[]),
  )
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}

/** SQL over a table of records: the row is not in the bin, where nobody sees it, members included. */
export const isThereSql = (of: string) => sql<SqlBool>`${sql.ref(`${of}.deleted_at`)} is null`

/**
 * SQL: the person sees the row without being a member, whether they are one or not. `of` is any table with the rule's
 * columns.
 */
export function isSharedSql(rule: AccessRule, person: Principal, of: string): RawBuilder<SqlBool> {
  const grants = grantsOf(rule, person)
  // a constant, so that the planner leaves out the rest
  if (grants !== 'everything' && grants.length === 0) return sql<SqlBool>`false`
  const column = (name: string) => sql.ref(`${of}.${name}`)
  return sql<SqlBool>`(${column('organisation_id')} = ${person.organisationId}
    and not ${column('restricted')} and ${coveredSql(grants, of)})`
}

/** The same of a row in memory. */
export const isShared = (rule: AccessRule, person: Principal, row: RuleRow): boolean =>
  waysTo(rule, person, row).length > 0

/**
 * By what the person sees a row in memory without being a member: as an administrator of the kind, or by the columns of
 * the grants that cover it; by nothing where they do not see it so.
 */
export function waysTo(rule: AccessRule, person: Principal, row: RuleRow): readonly string[] {
  if (row.organisation_id !== person.organisationId || row.restricted) return []
  const grants = grantsOf(rule, person)
  if (grants === 'everything') return ['everything']
  return grants
    .filter(({ column, values }) => values.some((each) => each === row[column]))
    .map(({ column }) => column)
}

/**
 * SQL: what the person sees without being a member, as conditions that an index on (organisation_id, …) or
 * (organisation_id, team_id, …) walks in order: one for the whole organisation, or one for each value that a grant
 * covers.
 */
export function sharedRangesSql(
  rule: AccessRule,
  person: Principal,
  of: string,
): readonly RawBuilder<SqlBool>[] {
  const column = (name: string) => sql.ref(`${of}.${name}`)
  const open = sql<SqlBool>`${column('organisation_id')} = ${person.organisationId} and ${column('restricted')} = ${false}`
  const grants = grantsOf(rule, person)
  if (grants === 'everything') return [open]
  return grants.flatMap((grant) =>
    grant.values.map((value) => sql<SqlBool>`${open} and ${column(grant.column)} = ${value}`),
  )
}
