// Writing stored content down as the document of a contract.
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database.ts'
import type { Subject } from '../../platform/granted.ts'
import type { StoredContent } from '../../platform/storage.ts'
/** Records the first document of a contract that the same transaction creates. */
export async function addContractDocument(
  tx: Tx,
  actor: Pick<Actor, 'userId'>,
  {
    subject,
    now,
    content,
    fileName,
    contentType,
  }: {
    subject: Subject
    now: Date
    content: StoredContent
    fileName: string
    contentType: string | undefined
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('files')
    .values({
      organisation_id: subject.organisationId,
      kind: 'ContractDocument',
      contract_id: subject.id,
      name: fileName,
      version: 1,
      size: content.size,
      content_type: contentType ?? null,
      created_by: actor.userId,
      created_at: now,
      updated_by: actor.userId,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('file_versions')
    .values({
      organisation_id: subject.organisationId,
      file_id: id,
      version: 1,
      storage_key: content.key,
      size: content.size,
      sha256: content.sha256,
      md5: content.md5,
      content_type: contentType ?? 'application/octet-stream',
      name: fileName,
      created_by: actor.userId,
      created_at: now,
    })
    .execute()
  return id
}
