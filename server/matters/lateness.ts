// The state that a matter is seen in: while it is Active, what is late in it shows. It follows from its tasks and from the
// time, so it is worked out wherever it is asked for: in details, and in lists, which filter and sort by it.
import { sql } from 'kysely'
import type { Reader } from '../platform/database.ts'
import type { MaySee } from '../platform/granted.ts'
import type { Matter } from './matter.ts'
import type { MatterState } from './state.ts'

/** The state a matter is seen in at a moment, as SQL over `matters`. */
export const seenStateSql = (now: Date) => sql<MatterState>`(case
  when matters.status <> 'Active' then matters.status
  when ${isLate('Milestone', now)} then case when ${isLate('other', now)} then 'TasksAndMilestonesLate' else 'MilestonesLate' end
  when ${isLate('other', now)} then 'TasksLate'
  else 'Active' end)`

// as exists, so that the database may look each matter up, for a page, or gather all late ones first, for a filter
const isLate = (kind: 'Milestone' | 'other', now: Date) => sql<boolean>`exists (
  select from tasks t join organisations o on o.id = t.organisation_id
  where t.organisation_id = matters.organisation_id and t.matter_id = matters.id
    and t.type ${kind === 'Milestone' ? sql`=` : sql`<>`} 'Milestone' and t.status not in ('Complete', 'NotRequired')
    and t.late_from <= ${now}::timestamptz at time zone o.time_zone)`

/** The state that the matter is seen in at the moment. */
export async function seenStateOf(
  db: Reader,
  { organisationId, id, state }: Matter & MaySee,
  now: Date,
): Promise<MatterState> {
  if (state !== 'Active') return state
  // not through access.ts: the matter has been asked for there
  const row = await db
    .selectFrom('matters')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .select(seenStateSql(now).as('state'))
    .executeTakeFirstOrThrow()
  return row.state
}
