// The expiry of an agreement follows its amendments: one that is in force and names an expiry moves that of the
// agreement, with its last day for notice. What it was is kept, and comes back when the amendment is voided or deleted.
import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent, systemActor } from '../../platform/events/change.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { lockContractAsSystem } from '../access.ts'
import { writePermitted } from '../commands/update-contract.ts'
import type { Contract } from '../contract.ts'
import { expiryAmended } from '../events.ts'
import { followExpiry } from '../key-dates/notice-period.ts'

interface Found {
  readonly organisationId: number
  readonly id: number
}

const batch = 100
const mostLevels = 20

/** The day on which the contract `a` takes effect, as `getKeyFacts` reads it. */
const effectiveSql = sql`coalesce(
  (select min(k.date) from contract_key_dates k where k.organisation_id = a.organisation_id and k.contract_id = a.id
    and k.category = 'Start'),
  (select min(v.date_value) from field_values v join fields f on f.organisation_id = v.organisation_id and f.id = v.field_id
    and f.meaning = 'EffectiveDate' and f.deleted_at is null
    where v.organisation_id = a.organisation_id and v.record_kind = 'contract' and v.record_id = a.id))`

/** Whether the contract `a` can move an expiry: an amendment, executed, that names one. */
const movesSql = sql`(a.deleted_at is null and a.expiry is not null and a.parent_id is not null
  and (select t.amends from contract_templates t where t.organisation_id = a.organisation_id and t.id = a.template_id))`

/** Executed amendments whose day has come and that have not moved anything since. */
// not through access.ts: agreements follow whether or not anybody sees them
const cameSql = (
  now: Date,
): RawBuilder<Found> => sql`/* every organisation: work is found here and done within one */
  select a.organisation_id as "organisationId", a.id
  from contracts a
  join organisations o on o.id = a.organisation_id
  join contracts p on p.organisation_id = a.organisation_id and p.id = a.parent_id and p.status = 'Executed'
    and p.deleted_at is null
  where a.status = 'Executed' and a.executed_at is not null and ${movesSql}
    and coalesce(${effectiveSql} <= (${now}::timestamptz at time zone o.time_zone)::date, true)
    and not exists (select from contract_amended_expiries r where r.organisation_id = a.organisation_id
      and r.amendment_id = a.id and (r.ended_at is null or not r.applied and r.came_at >= a.executed_at))
  order by a.organisation_id, greatest(${effectiveSql}::timestamp, a.executed_at at time zone o.time_zone), a.id
  limit ${batch}`

/** What moved an expiry and is not in force any more, or says another day by now. */
// not through access.ts: agreements follow whether or not anybody sees them
const wentSql = sql<Found>`/* every organisation: work is found here and done within one */
  select r.organisation_id as "organisationId", r.id
  from contract_amended_expiries r
  join contracts a on a.organisation_id = r.organisation_id and a.id = r.amendment_id
  where r.applied and r.ended_at is null
    and not (a.status in ('Executed', 'Expired') and ${movesSql} and a.expiry = r.expiry)
  order by r.organisation_id, r.id
  limit ${batch}`

/** Lets agreements follow their amendments, and returns how many expiries were moved or put back. */
export async function followAmendments(app: App): Promise<number> {
  const went = await wentSql.execute(app.db)
  let moved = 0
  for (const found of went.rows) moved += await within(app, (tx, now) => putBack(tx, found, now))
  const came = await cameSql(app.clock.now()).execute(app.db)
  for (const found of came.rows) moved += await within(app, (tx, now) => apply(tx, found, now))
  return moved
}

const within = (app: App, work: (tx: Tx, now: Date) => Promise<readonly DomainEvent[]>): Promise<number> =>
  change(app, systemActor('follow-amendments'), async (tx, now) => {
    const events = await work(tx, now)
    return { result: events.length > 0 ? 1 : 0, events }
  })

async function apply(tx: Tx, { organisationId, id }: Found, now: Date): Promise<readonly DomainEvent[]> {
  const agreementId = await agreementOf(tx, { organisationId, id })
  const agreement =
    agreementId === undefined
      ? undefined
      : await lockContractAsSystem(tx, { organisationId, id: agreementId })
  const amendment = await lockContractAsSystem(tx, { organisationId, id })
  const expiry = amendment?.expiry ?? null
  if (agreement?.stage !== 'Executed' || amendment?.stage !== 'Executed' || expiry === null) return []
  // another process may have been first
  if (await isApplied(tx, amendment)) return []
  await tx
    .insertInto('contract_amended_expiries')
    .values({
      organisation_id: organisationId,
      contract_id: agreement.id,
      amendment_id: id,
      former_expiry: agreement.expiry,
      expiry,
      came_at: now,
    })
    .execute()
  return move(tx, agreement, { expiry, amendment, now })
}

async function isApplied(tx: Tx, { organisationId, id }: Contract): Promise<boolean> {
  const row = await tx
    .selectFrom('contract_amended_expiries')
    .where('organisation_id', '=', organisationId)
    .where('amendment_id', '=', id)
    .where('ended_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

async function putBack(tx: Tx, { organisationId, id }: Found, now: Date): Promise<readonly DomainEvent[]> {
  const row = await tx
    .updateTable('contract_amended_expiries')
    .set({ ended_at: now })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning([
      'contract_id as contractId',
      'amendment_id as amendmentId',
      'former_expiry as former',
      'expiry',
    ])
    .executeTakeFirst()
  if (!row) return []
  // what came later starts from where this one did
  await tx
    .updateTable('contract_amended_expiries')
    .set({ former_expiry: row.former })
    .where('organisation_id', '=', organisationId)
    .where('contract_id', '=', row.contractId)
    .where('ended_at', 'is', null)
    .where('id', '>', id)
    .where('former_expiry', '=', row.expiry)
    .execute()
  const agreement = await lockContractAsSystem(tx, { organisationId, id: row.contractId })
  // it was renewed since, amended again, or has come to its end
  if (agreement?.stage !== 'Executed' || agreement.expiry !== row.expiry) return []
  return move(tx, agreement, { expiry: row.former, amendment: { organisationId, id: row.amendmentId }, now })
}

interface Moved {
  readonly expiry: string | null
  readonly amendment: Found
  readonly now: Date
}

async function move(
  tx: Tx,
  agreement: Contract & MayChange,
  { expiry, amendment, now }: Moved,
): Promise<readonly DomainEvent[]> {
  if (agreement.expiry === expiry) return []
  // what was agreed comes true: the agreement is locked, and its owner looks after the date
  const by = { by: agreement.ownerId, now }
  const events = await writePermitted(tx, agreement, { expiry }, by)
  const notice = await followExpiry(tx, agreement, { expiry, ...by })
  return [
    expiryAmended(agreement, { amendmentId: amendment.id, from: agreement.expiry, to: expiry }),
    ...events,
    ...notice,
  ]
}

/** The contract that the amendment amends, directly or through others; undefined if there is none to be found. */
async function agreementOf(db: Reader, { organisationId, id }: Found): Promise<number | undefined> {
  let found = id
  for (let level = 0; level < mostLevels; level++) {
    // not through access.ts: only the way up to the agreement
    const row = await db
      .selectFrom('contracts as a')
      .innerJoin('contract_templates as t', (join) =>
        join.onRef('t.organisation_id', '=', 'a.organisation_id').onRef('t.id', '=', 'a.template_id'),
      )
      .where('a.organisation_id', '=', organisationId)
      .where('a.id', '=', found)
      .select(['a.parent_id as parentId', 't.amends'])
      .executeTakeFirst()
    if (!row) return undefined
    if (row.parentId === null || !row.amends) return found === id ? undefined : found
    found = row.parentId
  }
  return undefined
}
