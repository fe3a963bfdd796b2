// Making a folder in a matter or contract.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import { conflict } from '../../platform/errors.ts'
import type { Subject } from '../../platform/granted.ts'
import { getFolderIn } from '../access.ts'
import { fileCreated } from '../events.ts'
import { wholeName } from '../uploads/name.ts'
import { insertRow } from '../uploads/new-row.ts'

interface NewFolder {
  readonly name: string
  /** The folder it goes into; absent, null or 0 is the root of the record. */
  readonly folderId?: number | null | undefined
}

/**
 * Makes the folder and answers its id. Throws not_found for a parent that is not a folder of this record, and conflict when
 * the name is taken there, be it by a file.
 */
export function createFolder(
  app: App,
  actor: Actor,
  { kind, id }: Pick<Subject, 'kind' | 'id'>,
  folder: NewFolder,
): Promise<number> {
  const name = wholeName(folder.name, 'name')
  return change(app, actor, async (tx, now) => {
    const subject = await app.subjects[kind].getToContribute(tx, actor, id)
    await app.subjects[kind].hold(tx, subject)
    const place = { subject, lock: false, folderId: folder.folderId }
    const parent = await getFolderIn(app, tx, actor, place)
    const row = { kind: 'Folder', subject, folder: parent, name, version: 0, size: 0, now } as const
    const created = await insertRow(tx, actor, row)
    if (!created) throw conflict(`Something named ${name} is there already; choose another name.`)
    await app.subjects[kind].noteActivity(tx, subject, now)
    return {
      result: created.id,
      events: [fileCreated(created, { name, folderId: parent?.id ?? null })],
    }
  })
}
