// Reading key dates, under the access rule of their contract.
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { notFound } from '../platform/errors.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { getContractFor, getContractToSee } from './access.ts'
import { type KeyDate, keyDateColumns, keyDateOf, type KeyDatePlace } from './key-date.ts'
import { checkNotOutForSignature } from './signing/here/request.ts'

/** The key dates of a contract that the caller may see, by date. */
export async function listKeyDates(
  app: App,
  actor: Actor,
  contractId: number,
): Promise<readonly Pick<KeyDate, 'id' | 'name' | 'date' | 'value'>[]> {
  const contract = await getContractToSee(app.db, actor, contractId)
  return app.db
    .selectFrom('contract_key_dates')
    .where('organisation_id', '=', contract.organisationId)
    .where('contract_id', '=', contract.id)
    .select(['id', 'name', 'date', 'value'])
    .orderBy('date')
    .orderBy('id')
    .execute()
}

/** The key date with its contract, when the actor may change that; not_found when they may not even see it. */
export async function getKeyDateToChange(tx: Tx, actor: Actor, { id, contractId: below }: KeyDatePlace) {
  const row = await tx
    .selectFrom('contract_key_dates')
    .where('organisation_id', 'in', [...actor.organisationIds])
    .where('id', '=', id)
    .select(['contract_id', 'version', 'reminded_on', ...keyDateColumns])
    .forUpdate()
    .executeTakeFirst()
  if (!row || (below !== undefined && row.contract_id !== below)) throw notFound()
  const { contract_id: contractId, version, reminded_on: remindedOn, ...keyDate } = row
  const contract = await getContractFor(tx, actor, contractId, 'keyDates')
  await checkNotOutForSignature(tx, contract)
  return { contract, keyDate: keyDateOf(keyDate), version, remindedOn }
}
