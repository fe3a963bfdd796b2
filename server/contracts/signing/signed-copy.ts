// The signed copy of a contract that was signed outside the product: a version of its document, with who signed it, for
// whom, and when.
import { sql } from 'kysely'
import { peopleByIds, type ShownPerson } from '../../identity/users/people-on-records.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, conflict, notFound } from '../../platform/errors.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { statement } from '../../platform/postgres/statement.ts'
import type { MayChange, MaySee } from '../../platform/granted.ts'
import { getContractToSee } from '../access.ts'
import { findDocument } from '../approvals/covered.ts'
import type { Contract, ContractStage } from '../contract.ts'
import { freezeDocument } from './frozen-document.ts'
import { checkSignerTexts } from './signer-texts.ts'

/** Somebody who signed. */
export interface Signatory {
  readonly name: string
  /** As what they signed, such as Managing Director. */
  readonly title: string | null
  /** The party that they signed for. */
  readonly party: string | null
  /** A day such as 2026-05-06. */
  readonly signedOn: string
}

/** Which content was signed. */
export interface SignedContent {
  readonly fileId: number
  readonly version: number
  readonly sha256: Buffer
}

interface StoredCopy extends SignedContent {
  /** Increases each time it is recorded. */
  readonly revision: number
  readonly recordedBy: string
  readonly recordedAt: Date
  /** Whether the contract is a locked record. What was recorded before there was a lock is not. */
  readonly locked: boolean
  /** Why it is open for a correction, and since when. */
  readonly correction: { readonly reason: string; readonly since: Date } | null
}

/** A signed copy as people see it. */
export interface SignedCopy extends Omit<StoredCopy, 'recordedBy'> {
  readonly recordedBy: ShownPerson | undefined
  /** Nobody, where an integration only said that the file is signed. */
  readonly signatories: readonly Signatory[]
  /** Whether the document has no later version. */
  readonly isCurrent: boolean
}

export const mostSignatories = 50

type Key = Pick<Contract, 'organisationId' | 'id'>

/** The signed copy of a contract that the caller may see; not_found if none is recorded. */
export async function getSignedCopy(app: App, actor: Actor, contractId: number): Promise<SignedCopy> {
  const copy = await signedCopyOf(app, await getContractToSee(app.db, actor, contractId))
  if (!copy) throw notFound()
  return copy
}

/** The signed copy of a contract that the caller sees; undefined if none is recorded. */
export async function signedCopyOf(
  { db }: Pick<App, 'db'>,
  contract: Key & MaySee,
): Promise<SignedCopy | undefined> {
  const copy = await findSignedCopy(db, contract)
  if (!copy) return undefined
  const [signatories, people, document] = await Promise.all([
    findSignatories(db, contract),
    peopleByIds(db, [copy.recordedBy]),
    findDocument(db, contract),
  ])
  return {
    ...copy,
    recordedBy: people.get(copy.recordedBy),
    signatories,
    isCurrent: document?.fileId === copy.fileId && document.version === copy.version,
  }
}

/** The signed copy as it is stored; undefined if there is none. */
export async function findSignedCopy(
  db: Reader,
  { organisationId, id }: Key,
): Promise<StoredCopy | undefined> {
  const row = await db
    .selectFrom('signed_copies')
    .where('organisation_id', '=', organisationId)
    .where('contract_id', '=', id)
    .select([
      'file_id as fileId',
      'file_version as version',
      'sha256',
      'version as revision',
      'recorded_by as recordedBy',
      'recorded_at as recordedAt',
      'locked',
      'correction_reason as reason',
      'correction_since as since',
    ])
    .executeTakeFirst()
  if (!row) return undefined
  const { reason, since, ...copy } = row
  return { ...copy, correction: reason === null || since === null ? null : { reason, since } }
}

const findSignatories = (db: Reader, { organisationId, id }: Key): Promise<readonly Signatory[]> =>
  db
    .selectFrom('signatories')
    .where('organisation_id', '=', organisationId)
    .where('contract_id', '=', id)
    .orderBy('place')
    .select(['name', 'title', 'party'])
    .select(sql<string>`to_char(signed_on, 'YYYY-MM-DD')`.as('signedOn'))
    .execute()

/** Throws bad_request that names what is wrong with a signatory. `today` is the day of the organisation. */
export function checkSignatories(signatories: readonly Signatory[], today: string): void {
  if (signatories.length === 0 || signatories.length > mostSignatories)
    throw badInput('signatories', `must be 1 to ${mostSignatories} people.`)
  for (const [index, { name, title, party, signedOn }] of signatories.entries()) {
    const path = `signatories.${index}.`
    checkSignerTexts({ name, title, party }, path)
    if (signedOn > today) throw badInput(`${path}signedOn`, 'must not be later than today.')
    if (signedOn < '1900-01-01') throw badInput(`${path}signedOn`, 'must be 1900-01-01 or later.')
  }
}

/** Stores the signed copy of a contract in place of the one that it has. */
export async function writeSignedCopy(
  tx: Tx,
  { organisationId, id }: Key & MayChange,
  content: SignedContent,
  {
    signatories,
    by,
    now,
  }: { readonly signatories: readonly Signatory[]; readonly by: string; readonly now: Date },
): Promise<void> {
  const key = { organisation_id: organisationId, contract_id: id }
  const row = {
    file_id: content.fileId,
    file_version: content.version,
    sha256: content.sha256,
    recorded_by: by,
    recorded_at: now,
    // what only an integration said to be signed is not locked
    locked: signatories.length > 0,
  }
  await tx
    .insertInto('signed_copies')
    .values({ ...key, ...row })
    .onConflict((existing) =>
      existing
        .columns(['organisation_id', 'contract_id'])
        .doUpdateSet({ ...row, version: sql<number>`signed_copies.version + 1` }),
    )
    .execute()
  await tx
    .deleteFrom('signatories')
    .where('organisation_id', '=', organisationId)
    .where('contract_id', '=', id)
    .execute()
  if (signatories.length === 0) return
  await tx
    .insertInto('signatories')
    .values(
      signatories.map(({ name, title, party, signedOn }, place) => ({
        ...key,
        place,
        name,
        title,
        party,
        signed_on: signedOn,
      })),
    )
    .execute()
}

/** A contract that is a draft again has not been signed. */
export async function forgetSignedCopy(tx: Tx, { organisationId, id }: Key & MayChange): Promise<void> {
  const forgotten = await tx
    .deleteFrom('signed_copies')
    .where('organisation_id', '=', organisationId)
    .where('contract_id', '=', id)
    .returning('file_id')
    .executeTakeFirst()
  if (forgotten) await freezeDocument(tx, { organisationId, fileId: forgotten.file_id }, false)
}

/**
 * What is missing before the contract may be executed, as a sentence for the caller: its type may demand a signed copy.
 * Undefined when nothing is.
 */
export async function signedCopyProblem(
  db: Reader,
  contract: Key & Pick<Contract, 'templateId'>,
): Promise<string | undefined> {
  const [demand] = await selectDemand.run(db, contract)
  return demand && 'Contracts of its type need a signed copy: upload it and say who signed it.'
}

const selectDemand = statement<Key & Pick<Contract, 'templateId'>, { readonly id: number }>(
  ({ organisationId, id, templateId }) => sql`select t.id from contract_templates t
    where t.organisation_id = ${organisationId} and t.id = ${templateId} and t.signed_copy_required
      and not exists (select from signed_copies s
        where s.organisation_id = ${organisationId} and s.contract_id = ${id})`,
)

/** Throws conflict when the contract may not become Executed because its type demands a signed copy. */
export async function checkSigned(
  db: Reader,
  contract: Key & Pick<Contract, 'templateId' | 'stage'>,
  stage: ContractStage,
): Promise<void> {
  if (stage !== 'Executed' || contract.stage === 'Executed') return
  const problem = await signedCopyProblem(db, contract)
  if (problem !== undefined) throw conflict(`This contract cannot become Executed yet. ${problem}`)
}
