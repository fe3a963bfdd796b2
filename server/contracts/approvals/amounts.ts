// The amounts of a contract, for those who decide on it: the values of its money fields, which an approval covers.
import { type RawBuilder, sql } from 'kysely'

/** An amount, by the title of its field, in the currency of the organisation. */
export interface ContractAmount {
  readonly name: string
  readonly title: string
  /** An exact decimal. */
  readonly value: string
  readonly currency: string
}

const most = 5

/** SQL over `contracts`: the first few amounts, in the order in which their fields were made; none is an empty list. */
export const amountsSql: RawBuilder<readonly ContractAmount[]> =
  sql`(select coalesce(jsonb_agg(a), '[]') from (
  select f.api_name as name, f.title, trim_scale(v.number_value)::text as value, o.currency
  from field_values v
  join fields f on f.organisation_id = v.organisation_id and f.id = v.field_id
    and f.type = 'Currency' and f.deleted_at is null
  join organisations o on o.id = v.organisation_id
  where v.organisation_id = contracts.organisation_id and v.record_kind = 'contract'
    and v.record_id = contracts.id and v.number_value is not null
  order by f.id limit ${sql.lit(most)}) a)`
