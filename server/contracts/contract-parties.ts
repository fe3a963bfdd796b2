// The counterparties of one contract: what the fields of the type ContractEntity on its forms name.
import type { Form } from '../fields/form.ts'
import { fieldsOfForms, type FormField } from '../fields/form.ts'
import type { Values } from '../fields/values/values.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { getContractFields } from './fields.ts'

/** A party, and the field that names it. */
export interface ContractParty {
  readonly id: number
  readonly name: string
  readonly field: { readonly apiName: string; readonly label: string }
}

/** The fields of the forms that can name a party, in their order. */
export const partyFields = (forms: readonly Form[]): readonly FormField[] =>
  fieldsOfForms(forms).filter(({ field }) => field.type === 'ContractEntity')

/** The party that a field names; undefined for none. */
export const partyIn = (values: Values, { field }: Pick<FormField, 'field'>): number | undefined => {
  const [id] = values.get(field.id) ?? []
  return id === undefined ? undefined : Number(id)
}

/** The parties of a contract that the actor sees, in the order of its forms. */
export async function listContractParties(
  app: App,
  actor: Actor,
  contractId: number,
): Promise<readonly ContractParty[]> {
  const { contract, fields } = await getContractFields(app, actor, contractId)
  const named = partyFields([fields.detail, fields.core]).flatMap((one) => {
    const id = partyIn(fields.values, one)
    return id === undefined ? [] : [{ id, field: { apiName: one.field.apiName, label: one.label } }]
  })
  const names = await readPartyNames(
    app.db,
    contract.organisationId,
    named.map(({ id }) => id),
  )
  return named.flatMap(({ id, field }) => {
    const name = names.get(id)
    return name === undefined ? [] : [{ id, name, field }]
  })
}

/** The names of the parties with these ids on the list of an organisation. */
export async function readPartyNames(
  db: Reader,
  organisationId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('contract_entities')
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', [...ids])
    .select(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
