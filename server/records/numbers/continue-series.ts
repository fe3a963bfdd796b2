// Series after a change of patterns: no number that a record has is given again.
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import { kindNames, kinds } from '../kinds.ts'
import { type NumberPattern, seriesExpression, seriesOf, yearOf } from './number-pattern.ts'

/** A pattern with the number that its series goes on with, where that is set. */
export interface GivenPattern extends NumberPattern {
  readonly next?: number | undefined
}

interface Moment {
  readonly organisationId: number
  readonly now: Date
}

/** Every series, known or new, goes on after the greatest number that a record has, or with the one that is asked. */
export async function continueSeries(
  tx: Tx,
  { organisationId, now }: Moment,
  patterns: readonly GivenPattern[],
): Promise<void> {
  const known = await tx
    .selectFrom('number_series')
    .where('organisation_id', '=', organisationId)
    .select(['kind', 'series'])
    .execute()
  const asked = new Map<string, number>()
  for (const pattern of patterns) {
    const series = seriesOf(pattern, await yearOf(tx, organisationId, { pattern, now }))
    known.push({ kind: pattern.kind, series })
    if (pattern.next !== undefined) asked.set(`${pattern.kind} ${series}`, pattern.next - 1)
  }
  for (const kind of new Set(known.map((each) => each.kind))) {
    const all = [
      ...new Set(known.filter((each) => each.kind === kind).map(({ series }) => series)),
    ].toSorted()
    const last = all.map((series) => asked.get(`${kind} ${series}`) ?? 0)
    if (all.length > 0) await continueKind(tx, organisationId, { kind, all, last })
  }
}

async function continueKind(
  tx: Tx,
  organisationId: number,
  {
    kind,
    all,
    last,
  }: { readonly kind: string; readonly all: readonly string[]; readonly last: readonly number[] },
): Promise<void> {
  // not through access.ts: no record is shown, and a number is taken even if the caller may not see its record
  await sql`insert into number_series (organisation_id, kind, series, last_number)
    select ${organisationId}::bigint, ${kind}::text, s.series, greatest(s.last, (
      select max(substring(lower(r.own_number) from s.expression)::bigint) from ${sql.table(tableOf(kind))} r
      where r.organisation_id = ${organisationId} and r.own_number is not null))
    from unnest(${[...all]}::text[], ${all.map(seriesExpression)}::text[], ${[...last]}::bigint[])
      as s (series, expression, last)
    on conflict (organisation_id, kind, series)
      do update set last_number = greatest(number_series.last_number, excluded.last_number)`.execute(tx)
}

function tableOf(kind: string): string {
  const known = kindNames.find((name) => name === kind)
  if (known === undefined) throw new Error(`There are no numbers of ${kind}`)
  return kinds[known].many
}
