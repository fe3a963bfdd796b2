// What becomes of a file that came back: it is made the next version of the document, or declined. It stays among the
// files of the contract as it came.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { contentOf } from '../../files/contents/file-content.ts'
import { checkUnlocked } from '../../files/file.ts'
import { getFileForUpdate } from '../../files/file-for-update.ts'
import { addVersion } from '../../files/versions.ts'
import { lockContractFor, noteContractActivity } from '../access.ts'
import { findDocument } from '../approvals/covered.ts'
import type { OfContract } from './change-share.ts'
import { personOf, shareEvent } from './events.ts'
import { lockShare, returnColumns, type ReturnedFile, type Share } from './share.ts'

export interface OfShare extends OfContract {
  readonly returnId: number
}

/**
 * Makes the file the next version of the document, after `version`, which the caller has looked at. One that was
 * declined can be accepted as well. Throws conflict when the document has another version by now, is locked or signed,
 * and for a file that was accepted before, changed, or is not among the files any more.
 */
export const acceptReturn = (app: App, actor: Actor, of: OfShare, version: number): Promise<void> =>
  withReturn(app, actor, of, async ({ tx, now, share, returned }) => {
    if (returned.state === 'Accepted') throw conflict('It is a version of the document already.')
    const document = await findDocument(tx, { organisationId: share.organisationId, id: share.contractId })
    if (!document) throw conflict('The contract has no document any more.')
    if (document.version !== version)
      throw conflict(`The document has version ${document.version} by now. Compare with that one first.`)
    const { file } = await getFileForUpdate(app, tx, actor, document.fileId)
    checkUnlocked(file, actor.userId, now)
    const row = await findReturned(tx, share, returned)
    if (!row) throw conflict('The file is not among those of the contract any more, or was changed.')
    const content = { ...contentOf(row), comments: `Returned by ${personOf(share)}`, now }
    const added = await addVersion(tx, actor, content, { file })
    const facts = { name: returned.name, version: added.version }
    return { state: 'Accepted', events: [...added.events, shareEvent('accepted', share, facts)] }
  })

/** Notes that the file becomes no version. Throws conflict for one that was decided before. */
export const declineReturn = (app: App, actor: Actor, of: OfShare): Promise<void> =>
  withReturn(app, actor, of, async ({ share, returned }) => {
    if (returned.state !== 'Offered') throw conflict('It was accepted or declined already.')
    return { state: 'Declined', events: [shareEvent('declined', share, { name: returned.name })] }
  })

/** What came back, as long as the file is among those of the contract and has the same content. */
const findReturned = (db: Reader, { organisationId, contractId }: Share, { fileId, sha256 }: ReturnedFile) =>
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
    .where('f.contract_id', '=', contractId)
    .where('f.deleted_at', 'is', null)
    .where('file_versions.version', '=', 1)
    .where('file_versions.sha256', '=', sha256)
    .selectAll('file_versions')
    .executeTakeFirst()

interface Deciding {
  readonly tx: Tx
  readonly now: Date
  readonly share: Share
  readonly returned: ReturnedFile
}

interface Decision {
  readonly state: 'Accepted' | 'Declined'
  readonly events: readonly DomainEvent[]
}

function withReturn(
  app: App,
  actor: Actor,
  { contractId, shareId, returnId }: OfShare,
  decide: (deciding: Deciding) => Promise<Decision>,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { contract } = await lockContractFor({ tx, actor, now, right: 'shareDocument' }, contractId)
    const { organisationId } = contract
    const share = await lockShare(tx, { organisationId, contractId, id: shareId })
    const returned = await tx
      .selectFrom('document_returns')
      .where('organisation_id', '=', organisationId)
      .where('share_id', '=', shareId)
      .where('id', '=', returnId)
      .select([...returnColumns])
      .executeTakeFirst()
    if (!returned) throw notFound()
    const { state, events } = await decide({ tx, now, share, returned: returned as ReturnedFile })
    await tx
      .updateTable('document_returns')
      .set({ state, decided_by: actor.userId, decided_at: now })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', returnId)
      .execute()
    await noteContractActivity(tx, contract, now)
    return { result: undefined, events }
  })
}
