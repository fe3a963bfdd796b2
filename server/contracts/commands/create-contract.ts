// Creating a contract from an uploaded document.
import { completeValues, type Known } from '../../fields/values/carried.ts'
import { checkNewValues, checkPast } from '../../fields/values/check.ts'
import { formsWithPast, type ReadNewFields } from '../../fields/values/field-input.ts'
import { type RecordFormVersions, versionsOf } from '../../fields/form.ts'
import { holdFieldsOf, insertHeldValues } from '../../fields/values/values.ts'
import { type KeptContent, toContent } from '../../files/contents/file-content.ts'
import { takeStagedUpload } from '../../files/uploads/staged-uploads.ts'
import { recordDocument } from '../../files/versions.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { AnswerPlace } from '../../platform/documents/answer-places.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import { badInput, forbidden } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { takeId } from '../../platform/postgres/take-id.ts'
import type { StoredContent } from '../../platform/storage/storage.ts'
import { insertFirstMembers } from '../../records/new-members.ts'
import { holdPatterns, takeOwnNumber } from '../../records/numbers/take-number.ts'
import { countNewRecord } from '../../records/lists/record-counts.ts'
import { createdContract } from '../access.ts'
import { countedOf } from '../contract.ts'
import { contractKind } from '../contract-kind.ts'
import { type DraftedClause, insertDraftedClauses } from '../clauses/template-clauses.ts'
import { insertPlaces } from '../document-differences/stored-places.ts'
import { contractCreated } from '../events.ts'
import { changesFrom, getNewContractForms } from '../fields.ts'
import { answeredFacts, writeFacts } from '../key-facts/answered-facts.ts'
import { getChosenTemplate } from '../templates.ts'
import { withMatterAnswers } from './matter-answers.ts'
import { checkReferences, readReferences } from './check-contract.ts'
import {
  contractFrom,
  type ContractPast,
  insertContract,
  type NewRow,
  settlePast,
} from './insert-contract.ts'

/** The properties of a new contract. Its creator is a member, and its owner unless another one is given. */
export interface NewContract {
  readonly templateId: number
  readonly name: string
  readonly ownerId?: string
  readonly teamId?: number | null
  readonly matterId?: number | null
  readonly parentId?: number | null
  readonly externalId?: string | null
  /** Its number elsewhere, which it keeps; without one the next by the pattern of its organisation. */
  readonly ownNumber?: string | undefined
  readonly restricted?: boolean
  readonly expiry?: string | null
  /** Reads the given values of custom fields. */
  readonly fields?: ReadNewFields
  /** What was answered elsewhere, for what is not given. */
  readonly known?: readonly Known[]
  /** Which form of the template was filled in; by default that of an upload. */
  readonly form?: 'ContractUpload' | 'ContractWizard'
  /** Those that went into its document. */
  readonly clauses?: readonly DraftedClause[]
  /** Where the answers went in it. */
  readonly places?: readonly AnswerPlace[]
  /** What has become of it elsewhere. */
  readonly past?: ContractPast
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

interface KeptDocument {
  readonly kept: KeptContent
}

type AnyDocument = NewDocument | WaitingDocument | KeptDocument

/** Creates the contract in Draft, with its document as version 1, and returns its id. */
export async function createContract(
  app: App,
  actor: Actor,
  given: NewContract,
  document: AnyDocument,
): Promise<number> {
  checkMayOwnContracts(actor)
  const input = await withMatterAnswers(app, actor, given)
  return change(app, actor, async (tx, now) => {
    const { id, events } = await createWithin(app, tx, actor, { input, document, now })
    return { result: id, events }
  })
}

interface Creation {
  readonly input: NewContract
  readonly document: AnyDocument
  readonly now: Date
}

/** The same inside a larger change, which stores the returned events. */
export async function createWithin(
  app: App,
  tx: Tx,
  actor: Actor,
  { input, document, now }: Creation,
): Promise<{
  readonly id: number
  /** Of its forms. */
  readonly versions: RecordFormVersions
  readonly events: readonly DomainEvent[]
}> {
  checkMayOwnContracts(actor)
  const { past } = input
  const { organisationId } = actor
  const reserved = 'waitingFileId' in document ? document.waitingFileId : undefined
  const [id, fileId, template, ownForms, patterns] = await Promise.all([
    takeId(tx, 'contracts'),
    reserved ?? takeId(tx, 'files'),
    getChosenTemplate(tx, actor, input.templateId),
    getNewContractForms(tx, organisationId, input),
    holdPatterns(tx, organisationId),
  ])
  const forms = formsWithPast(ownForms, past?.answers)
  const teamId = teamOf(input, template)
  const completed = await completeValues(tx, actor, {
    forms,
    given: input.fields?.(forms) ?? new Map(),
    before: input.known,
    now,
  })
  const given = completed.values
  const facts = { ...answeredFacts(completed.known), ...(past?.notice ? { notice: past.notice } : {}) }
  const references = readReferences(app, tx, actor, { organisationId, former: past !== undefined })
  const { templateId: typeId, ownNumber: brought } = input
  const [{ values, own }, held, , ownNumber] = await Promise.all([
    checkNewValues(tx, forms, given, past?.answers.lacks),
    holdFieldsOf(tx, { organisationId }, { forms, given }),
    references.all({ ...input, teamId }),
    takeOwnNumber(tx, patterns, { organisationId, kind: 'contract', typeId, brought, now }),
  ])
  if (past) checkPast('contract', past.stage, { forms: forms.slice(1), values }, past.answers.lacks)
  const expiry = input.expiry === undefined ? facts.expiry : input.expiry
  const complete = { ...changesFrom(own), ...input, teamId, ...(expiry === undefined ? {} : { expiry }) }
  await checkReferences(tx, { ...complete, organisationId }, references)
  const contract = contractFrom(actor, complete, { id, ownNumber, now, ...versionsOf(ownForms) })
  insertContract(tx, contract)
  insertHeldValues(tx, { kind: 'contract', ...contract }, values, held)
  insertPeople(tx, actor, { contract, memberIds: past?.memberIds, now })
  await addDocument(tx, actor, { contract, document, fileId })
  await insertDraftedClauses(tx, contract, input.clauses ?? [])
  await insertPlaces(tx, contract, input.places ?? [])
  if (past) await settlePast(tx, contract, { by: actor.userId, now })
  const events = await writeFacts(tx, createdContract(contract), facts, { by: actor.userId, now })
  return {
    id,
    versions: versionsOf(ownForms),
    events: [contractCreated(contract), ...completed.events, ...events],
  }
}

function teamOf(input: NewContract, { teamId, teamRequired }: Awaited<ReturnType<typeof getChosenTemplate>>) {
  const chosen = input.teamId ?? teamId
  if (teamRequired && chosen === null)
    throw badInput('teamId', 'is missing: contracts of this type must be assigned to a team.')
  return chosen
}

/** The first members, who are counted as those who see the contract; its owner is one of them. */
function insertPeople(
  tx: Tx,
  actor: Actor,
  of: { readonly contract: NewRow; readonly memberIds: readonly string[] | undefined; readonly now: Date },
): void {
  const { contract, memberIds, now } = of
  const userIds = [...(memberIds ?? [actor.userId]), contract.ownerId]
  insertFirstMembers(tx, contractKind, contract, { userIds, addedBy: actor.userId, now })
  countNewRecord(tx, contractKind, { ...contract, ...countedOf(contract) }, userIds)
}

interface Added {
  readonly contract: NewRow
  readonly document: AnyDocument
  readonly fileId: number
}

async function addDocument(tx: Tx, actor: Actor, { contract, document, fileId }: Added): Promise<void> {
  const { now } = contract
  const subject = { kind: 'contract', ...contract } as const
  const content =
    'kept' in document
      ? { ...document.kept, comments: null, now }
      : 'waitingFileId' in document
        ? await takeStagedUpload(tx, actor, { fileId, now })
        : await toContent({ ...document, now })
  recordDocument(tx, { userId: contract.createdBy }, content, { subject, fileId })
}

/** Throws forbidden for people of organisations that cannot have contracts. */
export function checkMayOwnContracts({ organisationType }: Actor): void {
  if (organisationType === 'Customer') return
  throw forbidden(
    'Contracts belong to customer organisations; ask the people there to create it and to add you.',
  )
}
