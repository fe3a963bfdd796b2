// The fields of a request to sign: what is placed on the pages of its document, and what each signer fills in.
import { fieldKinds, mostFields, type NewField, smallestSide } from '../../../seals/fields/signature-field.ts'
import { type FieldsRead } from '../../../seals/fields/find-anchors.ts'
import { fieldsRead } from '../../../seals/workers.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { badInput } from '../../../platform/errors.ts'
import type { Reader, Tx } from '../../../platform/postgres/database.ts'
import { getContractToSee } from '../../access.ts'
import { getCurrentDocument, readPdf } from './document.ts'

export { fieldKinds, mostFields, smallestSide, type NewField }

export const longestLabel = 100
/** Larger than any page that there is. */
const largest = 20_000

export interface SignatureField extends NewField {
  readonly requestId: number
  /** From 0, in the order in which they were placed. */
  readonly number: number
  /** What its signer filled in, `true` for what has no text; null before, and for what they left empty. */
  readonly value: string | null
}

/** Throws bad_request for what is wrong with fields, whatever the document is; its pages are compared later. */
export function checkFields(fields: readonly NewField[], signers: number): void {
  if (fields.length > mostFields) throw badInput('fields', `must be ${mostFields} at most.`)
  for (const [index, field] of fields.entries()) {
    const path = `fields.${index}.`
    if (field.place < 0 || field.place >= signers)
      throw badInput(`${path}signer`, `must be the place of a signer, 1 to ${signers}.`)
    for (const name of ['x', 'y'] as const) checkNumber(`${path}${name}`, field[name], 0)
    for (const name of ['width', 'height'] as const) checkNumber(`${path}${name}`, field[name], smallestSide)
    if (
      field.label !== null &&
      (field.label.length > longestLabel || /[\u0000-\u001f\u007f]/.test(field.label))
    )
      throw badInput(`${path}label`, `must be one line of at most ${longestLabel} characters.`)
  }
}

function checkNumber(path: string, value: number, least: number): void {
  // NaN is not at least anything
  if (!(value >= least && value <= largest)) throw badInput(path, `must be a number of points from ${least}.`)
}

/** Stores the fields of a request that is being sent. */
export async function insertFields(
  tx: Tx,
  { organisationId, id }: { readonly organisationId: number; readonly id: number },
  fields: readonly NewField[],
): Promise<void> {
  if (fields.length === 0) return
  await tx
    .insertInto('signature_fields')
    .values(
      fields.map((each, number) => ({ organisation_id: organisationId, request_id: id, number, ...each })),
    )
    .execute()
}

interface OfRequests {
  readonly organisationId: number
  readonly requestIds: readonly number[]
}

/** The fields of requests, in their order. */
export async function findFields(
  db: Reader,
  { organisationId, requestIds }: OfRequests,
): Promise<readonly SignatureField[]> {
  const rows = await db
    .selectFrom('signature_fields')
    .where('organisation_id', '=', organisationId)
    .where('request_id', 'in', [...requestIds])
    .orderBy('number')
    .select([
      'request_id as requestId',
      'number',
      'place',
      'kind',
      'page',
      'x',
      'y',
      'width',
      'height',
      'required',
      'label',
      'value',
    ])
    .execute()
  return rows as readonly SignatureField[]
}

/** The pages of the document of a contract, and the fields that the anchors in its text propose. */
export async function proposeFields(
  app: App,
  actor: Actor,
  contractId: number,
  version: number,
): Promise<FieldsRead> {
  const contract = await getContractToSee(app.db, actor, contractId)
  const { organisationId } = contract
  const document = await getCurrentDocument(app, contract, version)
  const { bytes } = await readPdf(app, { ...document, organisationId })
  return app.documents.run(fieldsRead, new Uint8Array(bytes), { organisationId, input: 'document' })
}
