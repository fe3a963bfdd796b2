// Writing rates with their versions: what is agreed together is written together, or not at all.
import { type SqlBool, sql } from 'kysely'
import type { Selectable } from 'kysely'
import { bareObject } from '../../platform/bare-object.ts'
import { badInputs, conflict } from '../../platform/errors.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import { type Reader, type Tx, violates } from '../../platform/postgres/database.ts'
import type { AgreedRatesTable } from '../../platform/postgres/tables.ts'
import { addDays } from '../../platform/time/local-time.ts'
import { rateCreated, rateUpdated } from './events.ts'
import { type AgreedRate, identityOf, keysOf, type NewRate, overlaps } from './rate.ts'

/** Of whom rates are written, and how. */
export interface Writing {
  readonly tx: Tx
  readonly organisationId: number
  readonly firmId: number
  readonly userId: string
  readonly now: Date
  /** Whether earlier rates of the same key end the day before; otherwise they are in the way. */
  readonly endEarlier: boolean
  readonly reason: string | null
  readonly proposalId: number | null
}

/** A stored rate with its version. */
export type StoredRate = AgreedRate & { readonly version: number; readonly withdrawn: boolean }

/** Converts a row of `agreed_rates`. */
export const storedRateOf = (row: Selectable<AgreedRatesTable>): StoredRate => ({
  id: row.id,
  matterId: row.matter_id,
  timekeeperNumber: row.timekeeper_number,
  timekeeper: row.timekeeper,
  timekeeperClass: row.timekeeper_class,
  currency: row.currency,
  rate: row.rate,
  from: row.starts_on,
  to: row.ends_on,
  version: row.version,
  withdrawn: row.withdrawn,
})

/** All rates of a firm, withdrawn ones left out. */
export async function listFirmRates(
  db: Reader,
  { organisationId, firmId }: Pick<Writing, 'organisationId' | 'firmId'>,
): Promise<readonly StoredRate[]> {
  // not through access.ts: what applies, and what is in the way, is so no matter who sees it
  const rows = await db
    .selectFrom('agreed_rates')
    .where('organisation_id', '=', organisationId)
    .where('provider_id', '=', firmId)
    .where('withdrawn', '=', false)
    .orderBy('id')
    .selectAll()
    .execute()
  return rows.map(storedRateOf)
}

/** What is to be done so that the new rates apply: problems are named by their place in the list. */
export interface RatePlan {
  readonly ended: readonly { readonly before: StoredRate; readonly to: string }[]
  readonly problems: Readonly<Record<number, string>>
}

/** Compares new rates with one another and with those that there are. */
export function planRates(
  known: readonly StoredRate[],
  rates: readonly NewRate[],
  endEarlier: boolean,
): RatePlan {
  const byKey = Map.groupBy(known, identityOf)
  const planned = new Map<string, NewRate[]>()
  const ended = new Map<number, { before: StoredRate; to: string }>()
  const problems = bareObject<string>() as Record<number, string>
  for (const [index, rate] of rates.entries()) {
    const key = identityOf(rate)
    const beside = planned.get(key) ?? []
    if (beside.some((other) => overlaps(other, rate))) {
      problems[index] = 'overlaps another rate of the same request, for the same work.'
    }
    planned.set(key, [...beside, rate])
    for (const other of byKey.get(key) ?? []) {
      if (!overlaps(other, rate)) continue
      const to = addDays(rate.from, -1)
      const sooner = ended.get(other.id)
      if (!endEarlier || other.from >= rate.from) problems[index] = inTheWay(other, rate)
      else if (sooner === undefined || to < sooner.to) ended.set(other.id, { before: other, to })
    }
  }
  return { ended: [...ended.values()], problems }
}

const inTheWay = (other: NewRate, rate: NewRate) => {
  const until = other.to === null ? 'on' : `to ${other.to}`
  const advice =
    other.from < rate.from
      ? `End that one by ${addDays(rate.from, -1)}, or ask for earlier rates to be ended.`
      : 'Correct that one, or choose other days.'
  return `overlaps the rate for the same work that is agreed from ${other.from} ${until}. ${advice}`
}

/**
 * Writes new rates that were checked, ends earlier ones, and returns the events of that. Throws bad_request naming
 * `rates[3]` for those that overlap, and conflict where somebody else agreed one at the same time.
 */
export async function addRates(
  writing: Writing,
  rates: readonly NewRate[],
  known?: readonly StoredRate[],
): Promise<{ readonly ids: readonly number[]; readonly events: readonly DomainEvent[] }> {
  const { organisationId, firmId } = writing
  const plan = planRates(known ?? (await listFirmRates(writing.tx, writing)), rates, writing.endEarlier)
  const wrong = Object.entries(plan.problems)
  if (wrong.length > 0) {
    throw badInputs(Object.fromEntries(wrong.map(([index, reason]) => [`rates[${index}]`, [reason]])))
  }
  const events: DomainEvent[] = []
  for (const { before, to } of plan.ended) {
    const after = { ...before, to }
    await updateRate(writing, before, after)
    events.push(rateUpdated({ organisationId, id: before.id }, { before, after }, writing.reason))
  }
  const ids = await insertRates(writing, rates)
  for (const [index, rate] of rates.entries()) {
    events.push(rateCreated({ organisationId, id: ids[index] ?? 0 }, rate, firmId))
  }
  return { ids, events }
}

const atOnce = 1_000

async function insertRates(writing: Writing, rates: readonly NewRate[]): Promise<readonly number[]> {
  const { tx, organisationId, firmId, userId, now } = writing
  const ids: number[] = []
  for (let at = 0; at < rates.length; at += atOnce) {
    const some = rates.slice(at, at + atOnce)
    const rows = await tx
      .insertInto('agreed_rates')
      .values(
        some.map((rate) => ({
          organisation_id: organisationId,
          provider_id: firmId,
          ...valuesOf(rate),
          ...keyValuesOf(rate),
          set_by: userId,
          set_at: now,
        })),
      )
      .returning('id')
      .execute()
      .catch(rethrowOverlap)
    const versions = some.map((rate, index) => ({ ...rate, id: rows[index]?.id ?? 0, version: 1 }))
    await insertVersions(writing, versions)
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** Writes the next version of a rate, which is locked. */
export async function updateRate(
  writing: Pick<Writing, 'tx' | 'organisationId' | 'userId' | 'now' | 'reason' | 'proposalId'>,
  before: StoredRate,
  after: NewRate & { readonly withdrawn?: boolean },
): Promise<void> {
  const { tx, organisationId, userId, now } = writing
  const { withdrawn = before.withdrawn } = after
  const next = { ...after, id: before.id, version: before.version + 1, withdrawn }
  const { numUpdatedRows } = await tx
    .updateTable('agreed_rates')
    .set({
      ...valuesOf(after),
      ...keyValuesOf(after),
      withdrawn,
      version: next.version,
      set_by: userId,
      set_at: now,
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', before.id)
    .where('version', '=', before.version)
    .where(sql<SqlBool>`not withdrawn`)
    .executeTakeFirstOrThrow()
    .catch(rethrowOverlap)
  if (numUpdatedRows === 0n) throw conflict('Somebody else has changed this rate at the same time.')
  await insertVersions(writing, [next])
}

async function insertVersions(
  { tx, organisationId, userId, now, reason, proposalId }: Omit<Writing, 'endEarlier' | 'firmId'>,
  versions: readonly (NewRate & { readonly id: number; version: number; withdrawn?: boolean })[],
): Promise<void> {
  await tx
    .insertInto('agreed_rate_versions')
    .values(
      versions.map(({ id, version, withdrawn = false, ...rate }) => ({
        organisation_id: organisationId,
        rate_id: id,
        version,
        ...valuesOf(rate),
        withdrawn,
        reason,
        proposal_id: proposalId,
        set_by: userId,
        set_at: now,
      })),
    )
    .execute()
}

const valuesOf = (rate: NewRate) => ({
  matter_id: rate.matterId,
  timekeeper_number: rate.timekeeperNumber,
  timekeeper: rate.timekeeper,
  timekeeper_class: rate.timekeeperClass,
  currency: rate.currency,
  rate: rate.rate,
  starts_on: rate.from,
  ends_on: rate.to,
})

function keyValuesOf(rate: NewRate) {
  const { number, name, class: its } = keysOf(rate)
  return { number_key: number, name_key: name, class_key: its }
}

/** Throws a conflict if a rate for the same work was agreed meanwhile, and any other error unchanged. */
function rethrowOverlap(error: unknown): never {
  if (violates(error, 'agreed_rates_once')) {
    throw conflict('On some of these days another rate for the same work is agreed. Read the rates again.')
  }
  throw error
}
