// Offered versions: files of a contract that somebody may make the next version of its document. They came back from
// the other side (a return), or by mail to the address of the contract.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict } from '../../platform/errors.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { contentOf } from '../../files/contents/file-content.ts'
import { checkUnlocked } from '../../files/file.ts'
import { getFileForUpdate } from '../../files/file-for-update.ts'
import { addVersion, type RecordedFile } from '../../files/versions.ts'
import { findDocument } from '../approvals/covered.ts'
import type { Contract } from '../contract.ts'

export const offeredStates = ['Offered', 'Accepted', 'Declined'] as const
export type OfferedState = (typeof offeredStates)[number]

/** A file as it was offered. */
export interface OfferedFile {
  readonly id: number
  readonly fileId: number
  readonly sha256: Buffer
  readonly name: string
  readonly state: OfferedState
  readonly decidedAt: Date | null
}

type OfContract = Pick<Contract, 'organisationId' | 'id'>

interface Taking {
  readonly contract: OfContract
  readonly offered: OfferedFile
  /** The current version, which the actor has looked at. */
  readonly version: number
  /** Whose version it is. */
  readonly author: Pick<Actor, 'userId'>
  readonly comments: string
  readonly facts?: DomainEvent['facts']
}

/**
 * Makes an offered file the next version of the document. One that was declined can be taken as well. Throws conflict
 * when the document has another version by now, is locked or signed, and for a file that was taken before, changed, or
 * is not among the files any more.
 */
export async function takeOffered(
  { app, tx, actor, now }: { readonly app: App; readonly tx: Tx; readonly actor: Actor; readonly now: Date },
  { contract, offered, version, author, comments, facts }: Taking,
): Promise<RecordedFile> {
  if (offered.state === 'Accepted') throw conflict('It is a version of the document already.')
  const document = await findDocument(tx, contract)
  if (!document) throw conflict('The contract has no document any more.')
  if (document.version !== version)
    throw conflict(`The document has version ${document.version} by now. Compare with that one first.`)
  const { file } = await getFileForUpdate(app, tx, actor, document.fileId)
  checkUnlocked(file, actor.userId, now)
  const row = await findOfferedContent(tx, contract, offered)
  if (!row) throw conflict('The file is not among those of the contract any more, or was changed.')
  const sent = { guest: row.guest ?? undefined, untracked: row.untracked ?? undefined }
  const content = { ...contentOf(row), comments, ...sent, now }
  return addVersion(tx, author, content, { file, ...(facts ? { facts } : {}) })
}

/** Throws conflict for one that was decided before. */
export function checkOffered({ state }: Pick<OfferedFile, 'state'>): void {
  if (state !== 'Offered') throw conflict('It was accepted or declined already.')
}

/** What was offered, as long as the file is among those of the contract and has the same content. */
const findOfferedContent = (
  db: Reader,
  { organisationId, id }: OfContract,
  { fileId, sha256 }: OfferedFile,
) =>
  db
    // not through access.ts: it is offered to those who may change the document
    .selectFrom('file_versions')
    .innerJoin('files as f', (join) =>
      join
        .onRef('f.organisation_id', '=', 'file_versions.organisation_id')
        .onRef('f.id', '=', 'file_versions.file_id'),
    )
    .where('f.organisation_id', '=', organisationId)
    .where('f.id', '=', fileId)
    .where('f.contract_id', '=', id)
    .where('f.deleted_at', 'is', null)
    .where('file_versions.version', '=', 1)
    .where('file_versions.sha256', '=', sha256)
    .selectAll('file_versions')
    .executeTakeFirst()

interface Decided {
  readonly organisationId: number
  readonly id: number
  readonly state: 'Accepted' | 'Declined'
  readonly by: Pick<Actor, 'userId'>
  readonly now: Date
}

/** Notes what became of an offered file. */
export async function decideOffered(tx: Tx, { organisationId, id, state, by, now }: Decided): Promise<void> {
  await tx
    .updateTable('document_returns')
    .set({ state, decided_by: by.userId, decided_at: now })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
}
