// Linking a document that is kept in another store into a matter or contract.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { conflict } from '../../platform/errors.ts'
import type { MayContribute } from '../../platform/granted.ts'
import type { Subject } from '../../platform/subject.ts'
import { findByName, getFolderIn } from '../access.ts'
import { resolveConflict } from '../uploads/name-conflict.ts'
import { fileCreated } from '../events.ts'
import type { File } from '../file.ts'
import { freeNameIn } from '../uploads/free-name.ts'
import { guessTypeOfLink, checkLinkType, parseWebUri } from '../link.ts'
import { requireName } from '../uploads/file-name.ts'
import { insertFileRow } from '../insert-file-row.ts'
import { updateShielding } from '../tree.ts'

interface NewFileLink {
  readonly name: string
  readonly webUri: string
  /** The type of the document; null if unknown. If absent, it is derived from the name, or else from the address. */
  readonly contentType?: string | null | undefined
  readonly description?: string | null | undefined
  readonly isPrivate?: boolean | undefined
  /** The folder to create it in; absent, null or 0 for the root of the record. */
  readonly folderId?: number | null | undefined
}

/**
 * Creates a link and returns its id. The address is never opened. Throws not_found for a folder
 * that is not in this record, and conflict when the name is taken.
 */
export function createFileLink(
  app: App,
  actor: Actor,
  { kind, id }: Pick<Subject, 'kind' | 'id'>,
  link: NewFileLink,
): Promise<number> {
  const name = requireName(link.name, 'name')
  const webUri = parseWebUri(link.webUri)
  const contentType =
    link.contentType === undefined
      ? guessTypeOfLink({ name, webUri })
      : link.contentType && checkLinkType(link.contentType)
  return change(app, actor, async (tx, now) => {
    const subject = await app.subjects[kind].getToContribute(tx, actor, id)
    await app.subjects[kind].hold(tx, subject)
    const place = { subject, lock: true }
    const folder = await getFolderIn(app, tx, actor, { ...place, folderId: link.folderId })
    const existing = await findByName(tx, place, { folderId: folder?.id ?? null, name })
    // if the actor may not see the file with this name, both are kept, as for uploads
    if (existing) await resolveConflict(tx, { app, actor, subject, resolution: 'Refuse' }, existing)
    const recorded = { ...link, webUri, name: await freeNameIn(tx, { subject, folder }, name), contentType }
    const { fileId, events } = await recordLink(tx, actor, recorded, { subject, folder, now })
    await app.subjects[kind].noteActivity(tx, subject, now)
    return { result: fileId, events }
  })
}

interface LinkLocation {
  readonly subject: Subject & MayContribute
  readonly folder: File | null
  readonly now: Date
}

async function recordLink(
  tx: Tx,
  actor: Actor,
  { name, webUri, contentType = null, description = null, isPrivate = false }: NewFileLink,
  place: LinkLocation,
): Promise<{ readonly fileId: number; readonly events: readonly DomainEvent[] }> {
  const file = await insertFileRow(tx, actor, {
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
  if (!file)
    throw conflict('Somebody else is adding files with this name at the same time. Send the link again.')
  if (isPrivate) await updateShielding(tx, file)
  const facts = { name, folderId: place.folder?.id ?? null, webUri, contentType, private: isPrivate }
  return { fileId: file.id, events: [fileCreated(file, facts)] }
}
