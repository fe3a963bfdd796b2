// The places of answers, as a contract keeps them from when it was drafted.
import type { AnswerPlace } from '../../platform/documents/answer-places.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import type { Contract } from '../contract.ts'

type Key = Pick<Contract, 'organisationId' | 'id'>

/** Writes where the answers went in the document of a new contract. */
export async function insertPlaces(
  tx: Tx,
  { organisationId, id }: Key,
  places: readonly AnswerPlace[],
): Promise<void> {
  if (places.length === 0) return
  await tx
    .insertInto('contract_answers')
    .values(
      places.map(({ field, before, answer, after }, place) => ({
        organisation_id: organisationId,
        contract_id: id,
        place,
        field_id: field,
        before,
        answer,
        after,
      })),
    )
    .execute()
}

/** None for a contract whose document was uploaded. */
export const readPlaces = (db: Reader, { organisationId, id }: Key): Promise<readonly AnswerPlace[]> =>
  db
    .selectFrom('contract_answers')
    .where('organisation_id', '=', organisationId)
    .where('contract_id', '=', id)
    .orderBy('place')
    .select(['field_id as field', 'before', 'answer', 'after'])
    .execute()
