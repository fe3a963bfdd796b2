// What lists of contracts show of the key facts: the counterparty, the value, the next date and its
// renewal, as columns. Who sees a
// contract may see all of them.
import { type RawBuilder, sql } from 'kysely'
import { renewalDecisions } from './renewals/decisions.ts'
import { hasPlaceForSql, isOnFormsSql, isOnLastingFormsSql } from '../fields/shown-on-records.ts'
import type { FieldMeaning } from '../fields/meaning.ts'
import type { Catalogue, Column } from '../platform/lists/list-query.ts'

const named = { organisation: 'v.organisation_id', field: 'v.field_id' }
const isPlaced = isOnLastingFormsSql('contract', named)

const valuesOfContract = sql`v.organisation_id = contracts.organisation_id and v.record_kind = 'contract'
  and v.record_id = contracts.id`

// as in key-facts.ts: the field that means it, or the first one for parties
const otherParty = (shown: 'id' | 'name') => sql`(select ${sql.ref(`party.${shown}`)} from field_values v
  join fields f on f.organisation_id = v.organisation_id and f.id = v.field_id and f.type = 'ContractEntity' and f.deleted_at is null
  join contract_entities party on party.organisation_id = v.organisation_id and party.id = v.reference_id
  where ${valuesOfContract} and ${isPlaced}
  order by coalesce(f.meaning = ${sql.lit('OtherParty' satisfies FieldMeaning)}, false) desc, f.id limit 1)`

// as it was given when the contract was made, where its forms have no field for it
const value = sql`(select v.number_value from field_values v
  join fields f on f.organisation_id = v.organisation_id and f.id = v.field_id and f.deleted_at is null
    and f.meaning = ${sql.lit('Value' satisfies FieldMeaning)}
  where ${valuesOfContract} and v.number_value is not null
    and (${isPlaced} or ${isOnFormsSql('contract', named)} and not ${hasPlaceForSql('contract', 'Value')}) order by f.id limit 1)`

/** SQL over `contracts`: of the organisation of a contract. */
export const ofOrganisation = (column: 'currency' | 'time_zone'): RawBuilder<unknown> =>
  sql`(select ${sql.ref(`o.${column}`)} from organisations o where o.id = contracts.organisation_id)`

/** SQL over `contracts`: the day where the organisation of a contract is. */
export const todaySql = (now: Date): RawBuilder<unknown> =>
  sql`(${now}::timestamptz at time zone ${ofOrganisation('time_zone')})::date`

/** Of what is due from today on, where the organisation is: its key dates that are not done, and its expiry. */
function next(shown: 'date' | 'name', now: Date): RawBuilder<unknown> {
  const today = todaySql(now)
  return sql`(select ${sql.ref(`due.${shown}`)} from (
      select k.date::timestamp as date, k.name, k.id from contract_key_dates k
      where k.organisation_id = contracts.organisation_id and k.contract_id = contracts.id and not k.done and k.date >= ${today}
      union all select contracts.expiry, null, 0 where contracts.expiry >= ${today}
    ) due order by due.date, due.id limit 1)`
}

// indexed by contract
const decisions = sql`contract_renewal_decisions d where d.organisation_id = contracts.organisation_id
  and d.contract_id = contracts.id and d.withdrawn_at is null`

/** What is decided about the present expiry. One that was renewed has another expiry, about which nothing is. */
const decision = sql`(select d.decision from ${decisions} and d.expiry = contracts.expiry::date order by d.id desc limit 1)`

/** When it was renewed last. */
const renewedAt = sql`(select max(d.decided_at) from ${decisions} and d.renewed_until is not null)`

const column = (kind: Column['kind'], expression: RawBuilder<unknown>): Column => ({
  kind,
  nullable: true,
  sql: expression,
})

/** The columns, with the next date as it is at this moment. The next date has no name where it is the expiry. */
export const listFactColumns = (now: Date) =>
  ({
    otherPartyId: column('integer', otherParty('id')),
    otherPartyName: column('text', otherParty('name')),
    value: column('number', value),
    valueCurrency: { ...column('text', ofOrganisation('currency')), nullable: false },
    nextDate: column('local', next('date', now)),
    nextDateName: column('text', next('name', now)),
    renewalDecision: { ...column('choice', decision), choices: renewalDecisions },
    renewedAt: column('moment', renewedAt),
  }) as const satisfies Catalogue
