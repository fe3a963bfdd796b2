// Making a folder in a matter or contract.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import { conflict } from '../../platform/errors.ts'
import type { Subject } from '../../platform/granted.ts'
import { getFolderIn } from '../access.ts'
import { fileCreated } from '../events.ts'
import { subjectColumn } from '../file.ts'
import { wholeName } from '../name.ts'
import { inFolder } from '../tree.ts'

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
    const inserted = await tx
      .insertInto('files')
      .values({
        organisation_id: subject.organisationId,
        kind: 'Folder',
        [subjectColumn(subject)]: subject.id,
        ...inFolder(parent),
        name,
        version: 0,
        size: 0,
        created_by: actor.userId,
        created_at: now,
        updated_by: actor.userId,
        updated_at: now,
      })
      .onConflict((taken) => taken.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) throw conflict(`Something named ${name} is there already; choose another name.`)
    await app.subjects[kind].noteActivity(tx, subject, now)
    const created = {
      organisationId: subject.organisationId,
      id: inserted.id,
      kind: 'Folder',
      subject,
    } as const
    return {
      result: inserted.id,
      events: [fileCreated(created, { name, folderId: parent?.id ?? null })],
    }
  })
}
