// What inside costs are told apart by, and which of them there are: one for a month, kind, cost centre and department.
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import type { InsideCostValues, NewInsideCost } from './inside-cost.ts'

type Key = Pick<NewInsideCost, 'month' | 'kind' | 'costCentreId' | 'departmentId'>

/** What no two costs have in common, until the list of cost centres or departments is put together. */
export const keyOf = ({ month, kind, costCentreId, departmentId }: Key): string =>
  `${month} ${kind} ${costCentreId ?? '-'} ${departmentId ?? '-'}`

export interface KnownCost extends InsideCostValues {
  readonly id: number
  readonly currency: string
}

/** The costs of an organisation in these months, locked, by their keys. */
export async function knownCosts(
  tx: Tx,
  organisationId: number,
  months: readonly string[],
): Promise<ReadonlyMap<string, readonly KnownCost[]>> {
  const rows = await tx
    .selectFrom('inside_costs')
    .where('organisation_id', '=', organisationId)
    .where('month', '=', sql<string>`any(${[...new Set(months)]}::date[])`)
    .select(['id', 'month', 'kind', 'cost_centre_id', 'department_id', 'amount', 'currency', 'hours', 'note'])
    .orderBy('id')
    .forUpdate()
    .execute()
  return Map.groupBy(
    rows.map(({ cost_centre_id: costCentreId, department_id: departmentId, ...row }) => ({
      ...row,
      costCentreId,
      departmentId,
    })),
    keyOf,
  )
}

/** Which cost centres and departments an organisation has, with how they are written. */
export interface Places {
  readonly costCentres: readonly { readonly id: number; readonly code: string; readonly name: string }[]
  readonly departments: readonly { readonly id: number; readonly name: string }[]
}

/** Those that can be chosen. */
export async function readPlaces(tx: Tx, organisationId: number): Promise<Places> {
  const costCentres = await tx
    .selectFrom('cost_centres')
    .where('organisation_id', '=', organisationId)
    .where('active', '=', true)
    .select(['id', 'code', 'name'])
    .execute()
  const departments = await tx
    .selectFrom('departments')
    .where('organisation_id', '=', organisationId)
    .where('deleted_at', 'is', null)
    .select(['id', 'name'])
    .execute()
  return { costCentres, departments }
}
