// Creating a folder in a matter or contract.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { conflict } from '../../platform/errors.ts'
import type { Subject } from '../../platform/subject.ts'
import { getFolderIn } from '../access.ts'
import { fileCreated } from '../events.ts'
import { requireName } from '../uploads/file-name.ts'
import { insertFileRow } from '../insert-file-row.ts'

interface NewFolder {
  readonly name: string
  /** The folder to create it in; absent, null or 0 for the root of the record. */
  readonly folderId?: number | null | undefined
}

/**
 * Creates the folder and returns its id. Throws not_found for a parent that is not a folder of this record, and
 * conflict when the name is taken there, even by a file.
 */
export function createFolder(
  app: App,
  actor: Actor,
  { kind, id }: Pick<Subject, 'kind' | 'id'>,
  folder: NewFolder,
): Promise<number> {
  const name = requireName(folder.name, 'name')
  return change(app, actor, async (tx, now) => {
    const subject = await app.subjects[kind].getToContribute(tx, actor, id)
    await app.subjects[kind].hold(tx, subject)
    const place = { subject, lock: false, folderId: folder.folderId }
    const parent = await getFolderIn(app, tx, actor, place)
    const row = { kind: 'Folder', subject, folder: parent, name, version: 0, size: 0, now } as const
    const created = await insertFileRow(tx, actor, row)
    if (!created) throw conflict(`Something named ${name} already exists here; choose another name.`)
    await app.subjects[kind].noteActivity(tx, subject, now)
    return {
      result: created.id,
      events: [fileCreated(created, { name, folderId: parent?.id ?? null })],
    }
  })
}
