// What became of success fees, as it was recorded.
import { shownPersonColumns, shownPersonIn } from '../../identity/users/people-on-records.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import type { Arrangement } from './arrangement.ts'
import type { Outcome, SuccessState } from './success.ts'

/** The outcomes of arrangements that the reader sees, by their ids, the latest first. */
export async function outcomesOf(
  db: Reader,
  arrangements: readonly Pick<Arrangement, 'id' | 'customer'>[],
): Promise<ReadonlyMap<number, readonly Outcome[]>> {
  const all = new Map<number, Outcome[]>()
  if (arrangements.length === 0) return all
  const rows = await db
    .selectFrom('success_outcomes as s')
    .innerJoin('users', 'users.id', 's.set_by')
    .where('s.organisation_id', 'in', [...new Set(arrangements.map(({ customer }) => customer.id))])
    .where(
      's.arrangement_id',
      'in',
      arrangements.map(({ id }) => id),
    )
    .orderBy('s.arrangement_id')
    .orderBy('s.version', 'desc')
    .select(['s.arrangement_id', 's.version', 's.state', 's.happened_on', 's.result', 's.fee'])
    .select(['s.reason', 's.set_at'])
    .select([...shownPersonColumns])
    .execute()
  for (const row of rows) {
    const own = all.get(row.arrangement_id) ?? []
    all.set(row.arrangement_id, own)
    own.push({
      version: row.version,
      state: row.state as SuccessState,
      happenedOn: row.happened_on,
      result: row.result,
      fee: row.fee,
      reason: row.reason,
      by: shownPersonIn(row),
      at: row.set_at,
    })
  }
  return all
}
