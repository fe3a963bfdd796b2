// What a mail with files means for the contract that it was added to: attachments of the kind of its document are
// offered as its next version. Nobody is asked about what cannot be one, and nothing becomes one by itself.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { AddedMail } from '../../platform/subject.ts'
import { findFileIn } from '../../files/access.ts'
import type { File } from '../../files/file.ts'
import { getContractToContribute } from '../access.ts'
import { findDocument } from '../approvals/covered.ts'
import { isClosed } from './mailed-version.ts'

// of a mail; more would be a folder of documents rather than a version of one
const most = 5
const compared: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
])

/**
 * Offers attachments of a mail as versions: those of the type of the document, or of its name if there are any with
 * that. Not of a contract that is executed or over, whose document is being signed or was, and no content that a
 * version has already.
 */
export async function offerMailedVersions(_app: App, tx: Tx, actor: Actor, mail: AddedMail): Promise<void> {
  const contract = await getContractToContribute(tx, actor, mail.recordId)
  if (isClosed(contract)) return
  const { organisationId } = contract
  const document = await findDocument(tx, contract)
  const subject = { ...contract, kind: 'contract' as const }
  const file = document && (await findFileIn(tx, { subject, lock: false }, document.fileId))
  if (!file || file.isFrozen) return
  const offered = versionsAmong(mail.attachments, file)
  if (offered.length === 0) return
  const known = await tx
    .selectFrom('file_versions')
    .where('organisation_id', '=', organisationId)
    .where('file_id', '=', file.id)
    .where('sha256', '=', sql<Buffer>`any(${offered.map(({ sha256 }) => sha256)}::bytea[])`)
    .select('sha256')
    .execute()
  const others = offered.filter(({ sha256 }) => !known.some((each) => each.sha256.equals(sha256)))
  if (others.length === 0) return
  await tx
    .insertInto('document_returns')
    .values(
      others.map(({ fileId, sha256, name }) => ({
        organisation_id: organisationId,
        contract_id: contract.id,
        mail_file_id: mail.fileId,
        user_id: actor.userId,
        file_id: fileId,
        sha256,
        name,
        state: 'Offered',
        returned_at: mail.now,
      })),
    )
    .execute()
}

type Attachments = AddedMail['attachments']

/** The attachments that may be versions of the document: by name if some have its name, else by what they are. */
function versionsAmong(attachments: Attachments, document: Pick<File, 'name' | 'contentType'>): Attachments {
  const alike = attachments.filter(({ contentType }) => contentType === document.contentType)
  const named = alike.filter(({ name }) => baseOf(name) === baseOf(document.name))
  if (named.length > 0) return named.slice(0, most)
  return compared.has(document.contentType ?? '') && alike.length <= most ? alike : []
}

/** A name without its extension, and without the number that programs add to a copy. */
const baseOf = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/\.[^.]{1,10}$/, '')
    .replace(/ ?\(\d{1,3}\)$/, '')
    .trim()
