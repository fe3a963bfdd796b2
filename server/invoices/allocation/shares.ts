// Shares of an allocation: how they are checked, read and written in words.
import { sql } from 'kysely'
import { bareObject } from '../../platform/bare-object.ts'
import { compareDecimals, isDecimal, sumOf } from '../../platform/decimal.ts'
import { badInputs } from '../../platform/errors.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { short } from '../events.ts'

/** A share as it is set. The percentage is decimal text, such as `33.3333`. */
export interface Share {
  readonly costCentreId: number | null
  readonly legalEntityId: number | null
  readonly percent: string
}

/** An entry of a cost list, as a share or a rule shows it. */
export interface CostReference {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly active: boolean
}

/** A share with what it names. */
export interface NamedShare {
  readonly costCentre: CostReference | null
  readonly legalEntity: CostReference | null
  readonly percent: string
}

export const mostShares = 100

interface Checking {
  readonly organisationId: number
  /** The shares until now: what they name may have become inactive. */
  readonly before: readonly Share[]
}

/** Throws bad_request naming each share that cannot be, and `shares` where they are not 100 % together. */
export async function checkShares(
  db: Reader,
  shares: readonly Share[],
  { organisationId, before }: Checking,
): Promise<void> {
  const errors = bareObject<string[]>()
  if (shares.length > mostShares) throw badInputs({ shares: [`can be ${mostShares} at most.`] })
  const known = await readChoices(db, organisationId, shares)
  const seen = new Set<string>()
  for (const [index, share] of shares.entries()) {
    const note = (property: string, reason: string) => (errors[`shares[${index}].${property}`] = [reason])
    const { costCentreId, legalEntityId, percent } = share
    const fits = isDecimal(percent, 3, 4) && compareDecimals(percent, '0') > 0
    if (!fits || compareDecimals(percent, '100') > 0)
      note('percent', 'must be more than 0 and at most 100, with at most 4 decimal places.')
    if (costCentreId === null && legalEntityId === null)
      note('costCentre', 'is missing: name a cost centre, a legal entity, or one of each.')
    for (const [property, id, list] of [
      ['costCentre', costCentreId, 'costCentreId'],
      ['legalEntity', legalEntityId, 'legalEntityId'],
    ] as const) {
      if (id === null || before.some((each) => each[list] === id)) continue
      const active = known[list].get(id)
      if (active === undefined) note(`${property}.id`, 'must be the id of one in your list.')
      else if (!active) note(`${property}.id`, 'is inactive: choose another one.')
    }
    const key = `${costCentreId}/${legalEntityId}`
    if (seen.has(key))
      note('costCentre', 'is named by an earlier share with the same legal entity: add them up.')
    seen.add(key)
  }
  if (Object.keys(errors).length > 0) throw badInputs(errors)
  const all = sumOf(shares.map(({ percent }) => percent))
  if (shares.length > 0 && compareDecimals(all, '100') !== 0)
    throw badInputs({ shares: [`must be 100 % together; they are ${short(all)} %.`] })
}

/** Whether those that shares name are active, by their ids. */
async function readChoices(db: Reader, organisationId: number, shares: readonly Share[]) {
  const ids = (list: 'costCentreId' | 'legalEntityId') => [
    ...new Set(shares.flatMap((share) => share[list] ?? [])),
  ]
  const of = (list: 'costCentreId' | 'legalEntityId', table: string) =>
    sql`select ${sql.lit(list)} as list, e.id, e.active from ${sql.table(table)} e
      where e.organisation_id = ${organisationId} and e.id = any(${ids(list)}::bigint[])`
  const { rows } = await sql<{ readonly list: string; readonly id: number; readonly active: boolean }>`
    ${of('costCentreId', 'cost_centres')} union all ${of('legalEntityId', 'legal_entities')}`.execute(db)
  const byId = (list: string) =>
    new Map(rows.flatMap((row) => (row.list === list ? [[row.id, row.active] as const] : [])))
  return { costCentreId: byId('costCentreId'), legalEntityId: byId('legalEntityId') }
}

/** SQL of a share `a`: what it names, as JSON objects by the names of `NamedShare`. */
export const namesOfShare = sql`
  (select jsonb_build_object('id', c.id, 'code', c.code, 'name', c.name, 'active', c.active) from cost_centres c
    where c.organisation_id = a.organisation_id and c.id = a.cost_centre_id) as "costCentre",
  (select jsonb_build_object('id', e.id, 'code', e.code, 'name', e.name, 'active', e.active) from legal_entities e
    where e.organisation_id = a.organisation_id and e.id = a.legal_entity_id) as "legalEntity"`

/** The shares as they are set. */
export const idsOf = (shares: readonly NamedShare[]): readonly Share[] =>
  shares.map(({ costCentre, legalEntity, percent }) => ({
    costCentreId: costCentre?.id ?? null,
    legalEntityId: legalEntity?.id ?? null,
    percent,
  }))

/** Whether both are the same shares in the same order. */
export const isSameAllocation = (one: readonly Share[], other: readonly Share[]): boolean =>
  one.length === other.length &&
  one.every(({ costCentreId, legalEntityId, percent }, index) => {
    const same = other[index]
    return (
      same?.costCentreId === costCentreId &&
      same.legalEntityId === legalEntityId &&
      compareDecimals(same.percent, percent) === 0
    )
  })

/** For the history: `60 % 4100 Litigation, HF Harbour Foods Ltd; 40 % 4200 Property`. */
export const allocationText = (shares: readonly NamedShare[]): string | null =>
  shares.length === 0
    ? null
    : shares
        .map(({ costCentre, legalEntity, percent }) => {
          const named = [costCentre, legalEntity].flatMap((each) => (each ? `${each.code} ${each.name}` : []))
          return `${short(percent)} % ${named.join(', ')}`
        })
        .join('; ')

/** The cost centres with these ids, by their ids. */
export async function costCentresByIds(
  db: Reader,
  organisationId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CostReference>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('cost_centres')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', sql<number>`any(${[...new Set(ids)]}::bigint[])`)
    .select(['id', 'code', 'name', 'active'])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
