// Linking a document that is kept in another store into a matter or contract.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { conflict } from '../../platform/errors.ts'
import type { MayContribute, Subject } from '../../platform/granted.ts'
import { findByName, getFolderIn } from '../access.ts'
import { settleConflict } from '../uploads/conflicts.ts'
import { fileCreated } from '../events.ts'
import type { File } from '../file.ts'
import { freeNameIn } from '../uploads/free-name.ts'
import { checkWebUri, guessedType, typeOfLink } from '../link.ts'
import { wholeName } from '../uploads/name.ts'
import { insertRow } from '../uploads/new-row.ts'
import { shieldTree } from '../tree.ts'

interface NewFileLink {
  readonly name: string
  readonly webUri: string
  /** Of what type the document is; null where that is not known. Absent: as its name or else its address tells. */
  readonly contentType?: string | null | undefined
  readonly description?: string | null | undefined
  readonly isPrivate?: boolean | undefined
  /** The folder it goes into; absent, null or 0 is the root of the record. */
  readonly folderId?: number | null | undefined
}

/**
 * Makes a link and answers its id. The address is kept as it is given, and never gone to. Throws not_found for a folder that is not
 * one of this record, and conflict when the name is taken there.
 */
export function createFileLink(
  app: App,
  actor: Actor,
  { kind, id }: Pick<Subject, 'kind' | 'id'>,
  link: NewFileLink,
): Promise<number> {
  const name = wholeName(link.name, 'name')
  checkWebUri(link.webUri)
  const contentType =
    link.contentType === undefined
      ? guessedType({ ...link, name })
      : link.contentType && typeOfLink(link.contentType)
  return change(app, actor, async (tx, now) => {
    const subject = await app.subjects[kind].getToContribute(tx, actor, id)
    await app.subjects[kind].hold(tx, subject)
    const place = { subject, lock: true }
    const folder = await getFolderIn(app, tx, actor, { ...place, folderId: link.folderId })
    const existing = await findByName(tx, place, { folderId: folder?.id ?? null, name })
    // under the name of a file that the actor does not see it is kept beside it, as uploads are
    if (existing) await settleConflict(tx, { app, actor, subject, resolution: 'Refuse' }, existing)
    const recorded = { ...link, name: await freeNameIn(tx, { subject, folder }, name), contentType }
    const { fileId, events } = await recordLink(tx, actor, recorded, { subject, folder, now })
    await app.subjects[kind].noteActivity(tx, subject, now)
    return { result: fileId, events }
  })
}

interface Place {
  readonly subject: Subject & MayContribute
  readonly folder: File | null
  readonly now: Date
}

async function recordLink(
  tx: Tx,
  actor: Actor,
  { name, webUri, contentType = null, description = null, isPrivate = false }: NewFileLink,
  place: Place,
): Promise<{ readonly fileId: number; readonly events: readonly DomainEvent[] }> {
  const file = await insertRow(tx, actor, {
    ...place,
    kind: 'File',
    name,
    version: 1,
    size: 0,
    content_type: contentType,
    description,
    linked: true,
    web_uri: webUri,
    private: isPrivate,
  })
  if (!file) throw conflict('Others are adding files of this name at the same time. Send the link again.')
  if (isPrivate) await shieldTree(tx, file)
  const facts = { name, folderId: place.folder?.id ?? null, webUri, contentType, private: isPrivate }
  return { fileId: file.id, events: [fileCreated(file, facts)] }
}
