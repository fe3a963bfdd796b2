// Creating a contract from an uploaded document.
import { addContractDocument, recordDocument } from '../../files/versions.ts'
import { takeStagedUpload } from '../../files/uploads/staged-uploads.ts'
import type { ReadNewFields } from '../../fields/values/field-input.ts'
import { insertValues } from '../../fields/values/values.ts'
import type { StoredContent } from '../../platform/storage/storage.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { badInput, forbidden } from '../../platform/errors.ts'
import { countNewMembers, countNewRecord } from '../../records/record-counts.ts'
import { contractKind } from '../contract-kind.ts'
import { prepared } from '../../platform/postgres/prepared.ts'
import { type Contract, contractColumns, contractOf, countedOf } from '../contract.ts'
import { contractCreated } from '../events.ts'
import { checkNewContractFields, changesFrom } from '../fields.ts'
import { getChosenTemplate } from '../templates.ts'
import { checkReferences, externalIdTaken } from './check-contract.ts'

/** The properties of a new contract. Its creator is a member, and its owner unless another one is given. */
export interface NewContract {
  readonly templateId: number
  readonly name: string
  readonly ownerId?: string
  readonly teamId?: number | null
  readonly matterId?: number | null
  readonly parentId?: number | null
  readonly externalId?: string | null
  readonly restricted?: boolean
  readonly expiry?: string | null
  /** Reads the given values of custom fields. */
  readonly fields?: ReadNewFields
  /** Which form of the template was filled in; by default that of an upload. */
  readonly form?: 'ContractUpload' | 'ContractWizard'
}

/** The document of a new contract: content that is already in the storage, and the name it was sent with. */
export interface NewDocument {
  readonly content: StoredContent
  readonly fileName: string | undefined
  readonly contentType: string | undefined
}

/** A staged upload (files/uploads/staged-uploads.ts). */
interface WaitingDocument {
  readonly waitingFileId: number
}

/** Creates the contract in Draft, with its document as version 1, and returns its id. */
export function createContract(
  app: App,
  actor: Actor,
  input: NewContract,
  document: NewDocument | WaitingDocument,
): Promise<number> {
  checkMayOwnContracts(actor)
  return change(app, actor, async (tx, now) => {
    const template = await getChosenTemplate(tx, actor, input.templateId)
    const teamId = input.teamId ?? template.teamId
    if (template.teamRequired && teamId === null) {
      throw badInput('teamId', 'is missing: contracts of this type must be assigned to a team.')
    }
    const { organisationId } = actor
    const { templateId, form = 'ContractUpload', fields: read } = input
    const { checked } = await checkNewContractFields(tx, { organisationId, templateId, form, read })
    const complete = { ...changesFrom(checked.own), ...input, teamId }
    await checkReferences(app, tx, actor, { ...complete, organisationId })
    const contract = await insertContract(tx, actor, complete, now)
    await insertValues(tx, { kind: 'contract', ...contract }, checked.values)
    const people = [actor.userId, contract.ownerId]
    await insertUncounted(tx, contract, people, now)
    await countNewRecord(tx, contractKind, { ...contract, ...countedOf(contract) }, people)
    await addDocument(tx, actor, { contract, document, now })
    return { result: contract.id, events: [contractCreated(contract)] }
  })
}

interface Added {
  readonly contract: Contract
  readonly document: NewDocument | WaitingDocument
  readonly now: Date
}

async function addDocument(tx: Tx, actor: Actor, { contract, document, now }: Added): Promise<void> {
  const subject = { kind: 'contract', ...contract } as const
  if (!('waitingFileId' in document)) {
    await addContractDocument(tx, actor, { subject, now, ...document })
    return
  }
  const fileId = document.waitingFileId
  const content = await takeStagedUpload(tx, actor, { fileId, now })
  await recordDocument(tx, actor, content, { subject, fileId })
}

/** Throws forbidden for people of organisations that cannot have contracts. */
export function checkMayOwnContracts({ organisationType }: Actor): void {
  if (organisationType === 'Customer') return
  throw forbidden(
    'Contracts belong to customer organisations; ask the people there to create it and to add you.',
  )
}

async function insertContract(tx: Tx, actor: Actor, input: NewContract, now: Date): Promise<Contract> {
  const row = await tx
    .insertInto('contracts')
    .values({
      organisation_id: actor.organisationId,
      name: input.name,
      status: 'Draft',
      template_id: input.templateId,
      owner_id: input.ownerId ?? actor.userId,
      created_by: actor.userId,
      team_id: input.teamId ?? null,
      matter_id: input.matterId ?? null,
      parent_id: input.parentId ?? null,
      external_id: input.externalId ?? null,
      restricted: input.restricted ?? false,
      expiry: input.expiry ?? null,
      created_at: now,
      updated_at: now,
      last_activity_at: now,
    })
    .returning([...contractColumns])
    .withPlugin(prepared)
    .executeTakeFirstOrThrow()
    .catch(externalIdTaken)
  return contractOf(row)
}

/** Adds people to a contract and returns those who are new on it. */
export async function insertMembers(
  tx: Tx,
  contract: Pick<Contract, 'organisationId' | 'id'>,
  userIds: readonly string[],
  now: Date,
): Promise<readonly string[]> {
  const come = await insertUncounted(tx, contract, userIds, now)
  await countNewMembers(tx, contractKind, contract, come)
  return come
}

// for a contract that is created in this transaction: it is counted together with its first members
async function insertUncounted(
  tx: Tx,
  { organisationId, id }: Pick<Contract, 'organisationId' | 'id'>,
  userIds: readonly string[],
  now: Date,
): Promise<readonly string[]> {
  const people = [...new Set(userIds)]
  const added = await tx
    .insertInto('contract_members')
    .values(
      people.map((userId) => ({
        organisation_id: organisationId,
        contract_id: id,
        user_id: userId,
        added_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .withPlugin(prepared)
    .execute()
  // people of other organisations have access to this one from now on
  await tx
    .insertInto('user_organisations')
    .values(people.map((userId) => ({ user_id: userId, organisation_id: organisationId })))
    .onConflict((conflict) => conflict.doNothing())
    .withPlugin(prepared)
    .execute()
  return added.map((member) => member.user_id)
}
