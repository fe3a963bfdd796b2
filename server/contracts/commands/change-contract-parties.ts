// Naming another party in a contract, and taking it out again: in the fields of the contract's forms that name parties.
import type { RecordFields } from '../../fields/record-fields.ts'
import type { FormField } from '../../fields/form.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, conflict, notFound } from '../../platform/errors.ts'
import { getContractToSee } from '../access.ts'
import { partyFields, partyIn, readPartyNames } from '../contract-parties.ts'
import { updateContract } from './update-contract.ts'

interface OfContract {
  readonly contractId: number
  readonly partyId: number
}

/**
 * Names the party in a field of the contract: in the one that is asked for, or in the first one without a value. Does
 * nothing if a field names it already, unless another one is asked for. Throws not_found for an unknown contract or
 * party, forbidden without the right to change the contract, bad_request for a field that names no parties, and
 * conflict if there is no room.
 */
export async function addContractParty(
  app: App,
  actor: Actor,
  { contractId, partyId, fieldName }: OfContract & { readonly fieldName: string | undefined },
): Promise<void> {
  const { organisationId } = await getContractToSee(app.db, actor, contractId)
  if (!(await readPartyNames(app.db, organisationId, [partyId])).has(partyId)) throw notFound()
  await updateContract(app, actor, contractId, () => ({
    fields: (current) => {
      const target = targetFor(current, partyId, fieldName)
      return new Map(target ? [[target.field.id, { atoms: [partyId] }]] : [])
    },
  }))
}

function targetFor(
  { detail, core, values }: RecordFields,
  partyId: number,
  fieldName: string | undefined,
): FormField | undefined {
  const all = partyFields([detail, core])
  const names = all.map(({ field }) => field.apiName).join(', ')
  if (fieldName !== undefined) {
    const asked = all.find(({ field }) => field.apiName.toLowerCase() === fieldName.toLowerCase())
    if (!asked)
      throw badInput('field', `must be one of those that name parties: ${names || 'there are none'}.`)
    return asked
  }
  if (all.some((one) => partyIn(values, one) === partyId)) return undefined
  const free = all.find((one) => !one.readOnly && partyIn(values, one) === undefined)
  if (free) return free
  throw conflict(
    all.length === 0
      ? 'The forms of this contract have no field for parties. An administrator can add one.'
      : `Every field for parties has a value (${names}): say with "field" which one to replace.`,
  )
}

/**
 * Takes the party out of every field of the contract's forms that names it. Throws not_found if none does, forbidden
 * without the right to change the contract, and bad_request for a field that must have a value.
 */
export async function removeContractParty(
  app: App,
  actor: Actor,
  { contractId, partyId }: OfContract,
): Promise<void> {
  await updateContract(app, actor, contractId, () => ({
    fields: ({ detail, core, values }) => {
      const naming = partyFields([detail, core]).filter((one) => partyIn(values, one) === partyId)
      if (naming.length === 0) throw notFound()
      return new Map(naming.map(({ field }) => [field.id, { atoms: [] }]))
    },
  }))
}
