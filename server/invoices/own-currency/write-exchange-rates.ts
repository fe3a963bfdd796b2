// Writing rates of exchange: each as a row that says what applies now, and as a version that stays.
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import type { NewExchangeRate, RateSource } from './exchange-rate.ts'

/** Who writes, and where the rates come from. */
export interface Writing {
  readonly tx: Tx
  readonly organisationId: number
  readonly userId: string
  readonly now: Date
  readonly source: RateSource
  readonly fileName: string | null
  /** Why a rate is corrected. */
  readonly reason: string | null
}

/** Inserts rates into the own currency, none of which there is; returns their ids in the order of the rates. */
export async function insertExchangeRates(
  writing: Writing,
  ownCurrency: string,
  rates: readonly NewExchangeRate[],
): Promise<readonly number[]> {
  const { tx, organisationId, userId, now, source, fileName } = writing
  // ids are in the order in which the rows are inserted
  const { rows } = await sql<{ readonly id: number }>`
    insert into exchange_rates (organisation_id, currency, own_currency, starts_on, rate, source, file_name, set_by, set_at)
    select ${organisationId}, currency, ${ownCurrency}, starts_on, rate, ${source}, ${fileName}, ${userId}, ${now}
    from unnest(${rates.map(({ currency }) => currency)}::text[], ${rates.map(({ from }) => from)}::date[],
      ${rates.map(({ rate }) => rate)}::numeric[]) with ordinality as sent (currency, starts_on, rate, place)
    order by place returning id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await keepVersions(writing, ids)
  return ids
}

/** A rate that there is, and what it becomes. */
export interface Correction {
  readonly id: number
  readonly rate: string
}

/** Corrects rates that are locked; the versions before stay. */
export async function correctExchangeRates(
  writing: Writing,
  corrections: readonly Correction[],
): Promise<void> {
  const { tx, organisationId, userId, now, source, fileName } = writing
  const ids = corrections.map(({ id }) => id)
  await sql`
    update exchange_rates r set rate = sent.rate, version = r.version + 1, source = ${source}, file_name = ${fileName},
      set_by = ${userId}, set_at = ${now}
    from unnest(${ids}::bigint[], ${corrections.map(({ rate }) => rate)}::numeric[]) as sent (id, rate)
    where r.organisation_id = ${organisationId} and r.id = sent.id`.execute(tx)
  await keepVersions(writing, ids)
}

/** Keeps what the rates are now as their latest versions. */
async function keepVersions({ tx, organisationId, reason }: Writing, ids: readonly number[]): Promise<void> {
  await sql`
    insert into exchange_rate_versions
      (organisation_id, rate_id, version, rate, source, file_name, reason, set_by, set_at)
    select organisation_id, id, version, rate, source, file_name, ${reason}, set_by, set_at from exchange_rates
    where organisation_id = ${organisationId} and id = any(${[...ids]}::bigint[])`.execute(tx)
}
