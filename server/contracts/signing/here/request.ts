// A request to sign a contract here, and reading those of a contract.
//
// request   the document of a contract, sent to its signers. While it is open the contract and its document are locked
// signer    somebody who is asked to sign, with or without an account: known by their mail address alone
// address   the secret address that a signer is sent: theirs alone, and invalid after the request has ended
// proof     what the browser of a signer shows after they entered the code that was sent to their mail address
import { sql, type UpdateObject } from 'kysely'
import { peopleByIds, type ShownPerson } from '../../../identity/users/people-on-records.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { conflict } from '../../../platform/errors.ts'
import type { Reader, Tx } from '../../../platform/postgres/database.ts'
import { statement } from '../../../platform/postgres/statement.ts'
import type { Tables } from '../../../platform/postgres/tables.ts'
import { getContractToSee } from '../../access.ts'
import type { Contract } from '../../contract.ts'
import { lastDayOf } from '../../outside-mail.ts'
import type { FoundTrait } from '../../../platform/documents/pdf/changeable/traits.ts'
import { madeFixedOf } from './fixed-document.ts'
import { type Signer, signerColumns } from './signer.ts'
import { findFields, type SignatureField } from './fields.ts'

export { type EarlierSigner, type NewSigner, type Signer, signerStates } from './signer.ts'
export const requestStates = ['Open', 'Completed', 'Declined', 'Expired', 'Voided'] as const
export type RequestState = (typeof requestStates)[number]

export interface SignatureRequest {
  readonly organisationId: number
  readonly id: number
  readonly contractId: number
  readonly fileId: number
  readonly fileVersion: number
  readonly sha256: Buffer
  /** Of what was sent; null for older requests, as is the version that the document becomes again. */
  readonly sentSha256: Buffer | null
  readonly baseVersion: number | null
  readonly inOrder: boolean
  /** Whether a signer may name somebody else to sign in their place. */
  readonly mayHandOver: boolean
  readonly message: string | null
  readonly expiresAt: Date
  readonly state: RequestState
  readonly reason: string | null
  readonly createdBy: string
  readonly createdAt: Date
  readonly endedAt: Date | null
  /** The service elsewhere that it is sent with; null if it is signed here. */
  readonly serviceId: number | null
  /** Its id at that service. */
  readonly packet: string | null
  /** When that service took it. */
  readonly acceptedAt: Date | null
  /** What went wrong when that service was asked last, as a sentence. */
  readonly serviceProblem: string | null
  /** Since when somebody has been voiding it at that service. */
  readonly voidingSince: Date | null
}

/** A request as people who see the contract see it. */
export interface ShownRequest extends Omit<SignatureRequest, 'createdBy'> {
  readonly createdBy: ShownPerson | undefined
  /** The name of the service elsewhere. */
  readonly service: string | null
  /** What was removed from the document when it was made fixed before; null if it was not. */
  readonly madeFixed: readonly FoundTrait[] | null
  readonly signers: readonly Signer[]
  readonly fields: readonly SignatureField[]
  /** On which it can be signed, in the time zone of the organisation. */
  readonly lastDay: string
}

type Key = Pick<Contract, 'organisationId' | 'id'>

const requestColumns = [
  'organisation_id as organisationId',
  'id',
  'contract_id as contractId',
  'file_id as fileId',
  'file_version as fileVersion',
  'sha256',
  'sent_sha256 as sentSha256',
  'base_version as baseVersion',
  'in_order as inOrder',
  'may_hand_over as mayHandOver',
  'message',
  'expires_at as expiresAt',
  'state',
  'reason',
  'created_by as createdBy',
  'created_at as createdAt',
  'ended_at as endedAt',
  'service_id as serviceId',
  'packet',
  'accepted_at as acceptedAt',
  'service_problem as serviceProblem',
  'voiding_since as voidingSince',
] as const

/** The requests of a contract that the caller may see, the latest first. */
export async function listRequests(
  { db }: App,
  actor: Actor,
  contractId: number,
): Promise<readonly ShownRequest[]> {
  const contract = await getContractToSee(db, actor, contractId)
  const requests = await db
    .selectFrom('signature_requests')
    .where('organisation_id', '=', contract.organisationId)
    .where('contract_id', '=', contract.id)
    .orderBy('id', 'desc')
    .select([...requestColumns])
    .select([
      madeFixedOf('signature_requests').as('madeFixed'),
      sql<string>`(select o.time_zone from organisations o where o.id = ${contract.organisationId})`.as(
        'timeZone',
      ),
      sql<string | null>`(select s.name from signing_services s
        where s.organisation_id = ${contract.organisationId} and s.id = signature_requests.service_id)`.as(
        'service',
      ),
    ])
    .execute()
  if (requests.length === 0) return []
  const requestIds = requests.map(({ id }) => id)
  const [signers, fields, people] = await Promise.all([
    db
      .selectFrom('signature_signers')
      .where('organisation_id', '=', contract.organisationId)
      .where('request_id', 'in', requestIds)
      .orderBy('place')
      .select([...signerColumns])
      .execute(),
    findFields(db, { organisationId: contract.organisationId, requestIds }),
    peopleByIds(
      db,
      requests.map(({ createdBy }) => createdBy),
    ),
  ])
  return requests.map(({ timeZone, service, madeFixed, ...request }) => ({
    ...(request as SignatureRequest),
    service,
    madeFixed,
    createdBy: people.get(request.createdBy),
    lastDay: lastDayOf(request.expiresAt, timeZone),
    signers: signers.filter(({ requestId }) => requestId === request.id) as unknown as readonly (Signer & {
      requestId: number
    })[],
    fields: fields.filter(({ requestId }) => requestId === request.id),
  }))
}

/** The open request of a contract, locked until the transaction ends; undefined if there is none. */
export async function lockOpenRequest(
  tx: Tx,
  { organisationId, id }: Key,
): Promise<SignatureRequest | undefined> {
  const row = await tx
    .selectFrom('signature_requests')
    .where('organisation_id', '=', organisationId)
    .where('contract_id', '=', id)
    .where('state', '=', 'Open')
    .select([...requestColumns])
    .forUpdate()
    .executeTakeFirst()
  return row as SignatureRequest | undefined
}

/** A request by its id; undefined if there is none. */
export async function findRequest(
  db: Reader,
  { organisationId, id }: Pick<SignatureRequest, 'organisationId' | 'id'>,
): Promise<SignatureRequest | undefined> {
  const row = await db
    .selectFrom('signature_requests')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .select([...requestColumns])
    .executeTakeFirst()
  return row as SignatureRequest | undefined
}

/** A request by its id, locked until the transaction ends. */
export async function lockRequest(tx: Tx, organisationId: number, id: number): Promise<SignatureRequest> {
  const row = await tx
    .selectFrom('signature_requests')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .select([...requestColumns])
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row as SignatureRequest
}

/** The signers of a request, in their order. */
export async function findSigners(
  db: Reader,
  { organisationId, id }: Pick<SignatureRequest, 'organisationId' | 'id'>,
): Promise<readonly Signer[]> {
  const rows = await db
    .selectFrom('signature_signers')
    .where('organisation_id', '=', organisationId)
    .where('request_id', '=', id)
    .orderBy('place')
    .select([...signerColumns])
    .execute()
  return rows as unknown as readonly (Signer & { requestId: number })[]
}

/** A signer's row, by its key. */
export interface SignerKey {
  readonly organisationId: number
  readonly requestId: number
  readonly place: number
}

/** Writes to the row of one signer. */
export async function changeSigner(
  tx: Tx,
  { organisationId, requestId, place }: SignerKey,
  values: UpdateObject<Tables, 'signature_signers'>,
): Promise<void> {
  await tx
    .updateTable('signature_signers')
    .set(values)
    .where('organisation_id', '=', organisationId)
    .where('request_id', '=', requestId)
    .where('place', '=', place)
    .execute()
}

const selectOpen = statement<Key, { readonly id: number }>(
  ({ organisationId, id }) => sql`select r.id from signature_requests r
    where r.organisation_id = ${organisationId} and r.contract_id = ${id} and r.state = 'Open'`,
)

/** Throws conflict while the contract is out for signature: what is signed must not change under the signers. */
export async function checkNotOutForSignature(
  db: Reader,
  contract: Key & Partial<Pick<Contract, 'stage'>>,
): Promise<void> {
  // only a contract in Signing is sent, and it stays there until the request ends
  if (contract.stage !== undefined && contract.stage !== 'Signing') return
  const [open] = await selectOpen.run(db, contract)
  if (open)
    throw conflict('The contract is out for signature. Void the signature request before you change it.')
}
