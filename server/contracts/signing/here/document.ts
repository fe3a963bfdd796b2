// The document that is signed: its bytes, and its versions with the seals so far.
import { Readable } from 'node:stream'
import { contentOf, toContent } from '../../../files/contents/file-content.ts'
import { checkUnlocked, type File, fileColumns, fileOf } from '../../../files/file.ts'
import { withStoredContent } from '../../../files/contents/stored-blobs.ts'
import { addVersion } from '../../../files/versions.ts'
import type { App } from '../../../platform/app.ts'
import { badInput, conflict, sentence } from '../../../platform/errors.ts'
import { change, type DomainEvent, type SystemActor } from '../../../platform/events/change.ts'
import { type FoundTrait, traitsWords } from '../../../platform/documents/pdf/changeable/traits.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Reader, Tx } from '../../../platform/postgres/database.ts'
import { readContent } from '../../../platform/storage/recorded-content.ts'
import { findDocument } from '../../approvals/covered.ts'
import type { Contract } from '../../contract.ts'
import type { SignatureRequest } from './request.ts'

const largest = 20 * 1024 * 1024

interface DocumentVersion {
  readonly organisationId: number
  readonly fileId: number
  readonly version: number
}

/** The document of a contract, if this is its current version; throws conflict if not. */
export async function getCurrentDocument(
  { db }: Pick<App, 'db'>,
  contract: Pick<Contract, 'organisationId' | 'id'>,
  version: number,
): Promise<{ readonly fileId: number; readonly version: number }> {
  const document = await findDocument(db, contract)
  if (!document) throw conflict('The contract has no document. Upload it first.')
  if (document.version !== version)
    throw conflict(`The document has version ${document.version} by now. Look at it before you send it.`)
  return document
}

/** What a version of a document contains. */
export async function contentOfDocument(
  app: { readonly db: Reader },
  { organisationId, fileId, version }: DocumentVersion,
) {
  const row = await app.db
    .selectFrom('file_versions')
    .where('organisation_id', '=', organisationId)
    .where('file_id', '=', fileId)
    .where('version', '=', version)
    .selectAll()
    .executeTakeFirstOrThrow()
  return { ...contentOf(row), organisationId }
}

/** A version of a document that is a PDF, with its name. Throws bad_request for other documents and larger ones. */
export async function readPdf(
  app: App,
  document: DocumentVersion,
): Promise<{
  readonly bytes: Buffer
  readonly name: string
  readonly madeFixed: readonly FoundTrait[] | undefined
}> {
  const content = await contentOfDocument(app, document)
  if (content.contentType !== 'application/pdf')
    throw badInput('document', sentence('Only a PDF can be signed here. Upload the document as a PDF first.'))
  if (content.size > largest)
    throw badInput('document', sentence('A PDF of at most 20 MB can be signed here.'))
  return {
    bytes: await readContent(app, content),
    name: content.name ?? 'document.pdf',
    madeFixed: content.madeFixed,
  }
}

interface NextVersion {
  readonly request: Pick<SignatureRequest, 'organisationId' | 'fileId' | 'fileVersion'>
  readonly pdf: Buffer
  readonly name: string
  readonly comments: string
  /** The signer whose signature it has. */
  readonly guest?: string
  /** What was removed from it, if it was made fixed. */
  readonly madeFixed?: readonly FoundTrait[]
  /** Who adds it: the person who sends it for signature, or sent it. */
  readonly userId: string
}

/** Work in the transaction that adds the version. */
type Work<Result> = (
  tx: Tx,
  added: { readonly version: number; readonly sha256: Buffer; readonly now: Date },
) => Promise<{ readonly result: Result; readonly events: readonly DomainEvent[] }>

/** The row of the document, locked; undefined if it was deleted. */
async function lockDocument(
  tx: Tx,
  { organisationId, fileId }: Pick<SignatureRequest, 'organisationId' | 'fileId'>,
): Promise<File | undefined> {
  // not through access.ts: signers have no account, and the request says which document they sign
  const row = await tx
    .selectFrom('files')
    .where('files.organisation_id', '=', organisationId)
    .where('files.id', '=', fileId)
    .where('files.deleted_at', 'is', null)
    .select([...fileColumns])
    .forUpdate()
    .executeTakeFirst()
  return row && fileOf(row)
}

/**
 * Makes the document what it was before the pages for signatures came, as its next version, in the name of the person
 * who sent it. Returns the events.
 */
export async function withoutSignaturePages(
  tx: Tx,
  request: SignatureRequest,
  now: Date,
): Promise<readonly DomainEvent[]> {
  const { organisationId, fileId, fileVersion, baseVersion, createdBy: userId } = request
  const file = await lockDocument(tx, request)
  const hasPages = baseVersion !== null && baseVersion !== fileVersion
  if (!hasPages || file?.version !== fileVersion) return []
  const of = { organisationId, fileId, version: baseVersion }
  const { organisationId: _, ...content } = await contentOfDocument({ db: tx }, of)
  const comments = 'As it was before it was sent for signature'
  return (await addVersion(tx, { userId }, { ...content, name: content.name, comments, now }, { file }))
    .events
}

/**
 * Adds the next version of the document, with what belongs to it. Throws conflict if another one came first, and for a
 * person while somebody else has locked the document.
 */
export function addPdfVersion<Result>(
  app: App,
  by: Actor | SystemActor,
  { request, pdf, name, comments, guest, madeFixed, userId }: NextVersion,
  work: Work<Result>,
): Promise<Result> {
  const { organisationId, fileVersion } = request
  return withStoredContent(app, organisationId, Readable.from([pdf]), (stored) =>
    change(app, by, async (tx, now) => {
      const content = await toContent({
        content: stored,
        fileName: name,
        contentType: 'application/pdf',
        comments,
        guest,
        madeFixed,
        now,
      })
      const file = await lockDocument(tx, request)
      if (!file || file.version !== fileVersion)
        throw conflict('Somebody else has signed or changed the document meanwhile. Read it again.')
      if (by.userId !== null) checkUnlocked(file, by.userId, now)
      const { version, events } = await addVersion(tx, { userId }, content, {
        file,
        facts: madeFixed ? { madeFixed: { from: null, to: traitsWords(madeFixed) } } : {},
      })
      const done = await work(tx, { version, sha256: content.sha256, now })
      return { result: done.result, events: [...events, ...done.events] }
    }),
  )
}
