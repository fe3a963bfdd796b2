// The key facts of a contract: the counterparty, when it starts and ends, what it is worth, its notice period. Each is
// kept where it belongs (a field, a key date, a property) and read together here.
import { askedFields } from '../../fields/asked-fields.ts'
import { fieldsOfForms, type FormField } from '../../fields/form.ts'
import type { FieldMeaning } from '../../fields/meaning.ts'
import type { RecordFields } from '../../fields/record-fields.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { partyFields, partyIn, readPartyNames } from '../contract-parties.ts'
import type { Contract } from '../contract.ts'
import { contractOfType, getContractFields } from '../fields.ts'
import { type KeyDate, keyDateColumns, keyDateOf } from '../key-date.ts'
import { type KnownNoticePeriod, readNoticePeriod } from '../key-dates/notice-period.ts'

export interface KeyFacts {
  readonly otherParty: { readonly id: number; readonly name: string } | null
  /** Days of the organisation's calendar. */
  readonly effectiveDate: string | null
  readonly expiry: string | null
  /** An exact decimal, with the field that holds it. */
  readonly value: { readonly amount: string; readonly field: FormField } | null
  readonly notice: KnownNoticePeriod | undefined
  /** The facts that the contract has no place for: no field of its forms means them. */
  readonly noPlaceFor: readonly ('otherParty' | 'value')[]
}

/** The key facts of a contract that the actor sees; not_found otherwise. */
export async function getKeyFacts(app: App, actor: Actor, contractId: number): Promise<KeyFacts> {
  const { contract, fields } = await getContractFields(app, actor, contractId)
  const party = partyField(fields)
  const partyId = party && partyIn(fields.values, party)
  const place = fieldMeaning(fields, 'Value')
  const value = place ?? (await askedValue(app.db, contract, fields))
  const amount = value && fields.values.get(value.field.id)?.[0]
  const [names, start, notice] = await Promise.all([
    readPartyNames(app.db, contract.organisationId, partyId === undefined ? [] : [partyId]),
    findStart(app.db, contract),
    readNoticePeriod(app.db, contract),
  ])
  const name = partyId === undefined ? undefined : names.get(partyId)
  return {
    otherParty: partyId === undefined || name === undefined ? null : { id: partyId, name },
    effectiveDate: start?.keyDate.date ?? dayIn(fields, 'EffectiveDate'),
    expiry: contract.expiry?.slice(0, 10) ?? null,
    value: value && amount !== undefined ? { amount: String(amount), field: value } : null,
    notice,
    noPlaceFor: [...(party ? [] : ['otherParty' as const]), ...(place ? [] : ['value' as const])],
  }
}

/** What was given as the value when the contract was made, where its forms have no field for it. */
const askedValue = async (db: Reader, contract: Contract, fields: RecordFields) =>
  (await askedFields(db, contractOfType(contract), fields)).find(({ field }) => field.meaning === 'Value')

/** The field of the contract's forms that names the counterparty: the one that means it, or the first for parties. */
export const partyField = ({
  detail,
  core,
}: Pick<RecordFields, 'detail' | 'core'>): FormField | undefined => {
  const all = partyFields([detail, core])
  return all.find(({ field }) => field.meaning === 'OtherParty') ?? all[0]
}

/** The field of the contract's forms that has the meaning. */
export const fieldMeaning = (
  { detail, core }: Pick<RecordFields, 'detail' | 'core'>,
  meaning: FieldMeaning,
): FormField | undefined => fieldsOfForms([detail, core]).find(({ field }) => field.meaning === meaning)

function dayIn(fields: RecordFields, meaning: FieldMeaning): string | null {
  const place = fieldMeaning(fields, meaning)
  const day = place && fields.values.get(place.field.id)?.[0]
  return day === undefined ? null : String(day)
}

/** The key date on which a contract starts, the earliest if there are several. */
export async function findStart(db: Reader, { organisationId, id }: Pick<Contract, 'organisationId' | 'id'>) {
  const row = await db
    .selectFrom('contract_key_dates')
    .where('organisation_id', '=', organisationId)
    .where('contract_id', '=', id)
    .where('category', '=', 'Start')
    .orderBy('date')
    .orderBy('id')
    .limit(1)
    .select([...keyDateColumns, 'version', 'reminded_on as remindedOn'])
    .executeTakeFirst()
  if (!row) return undefined
  const { version, remindedOn, ...keyDate } = row
  return { keyDate: keyDateOf(keyDate) as KeyDate, version, remindedOn }
}
