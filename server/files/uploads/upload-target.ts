// What an upload may name as its target, and the record that the target belongs to.
import { kindOfType } from '../../records/kinds.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { notFound } from '../../platform/errors.ts'
import type { MayContribute } from '../../platform/granted.ts'
import type { Subject } from '../../platform/subject.ts'
import { getFileToSee } from '../access.ts'
import type { UploadTarget } from './recorded-upload.ts'

interface ResolvedTarget {
  readonly subject: Subject & MayContribute
  /** If the target is a folder. */
  readonly folderId?: number
  /** If the target is a task; its files belong to its matter. */
  readonly taskId?: number
}

/**
 * The record that files for the target are added to. Throws not_found if the actor may not see it, and forbidden if
 * they may only read it.
 */
export async function resolveTarget(
  app: App,
  actor: Actor,
  { kind, id }: Pick<UploadTarget, 'kind' | 'id'>,
): Promise<ResolvedTarget> {
  switch (kind) {
    case 'Folder': {
      const { subject, kind: fileKind } = await getFileToSee(app, app.db, actor, id)
      if (fileKind !== 'Folder') throw notFound()
      return {
        subject: await app.subjects[subject.kind].getToContribute(app.db, actor, subject.id),
        folderId: id,
      }
    }
    case 'Task': {
      const matterId = await getMatterOfTask(app, actor, id)
      return { subject: await app.subjects.matter.getToContribute(app.db, actor, matterId), taskId: id }
    }
    default:
      return { subject: await app.subjects[kindOfType(kind)].getToContribute(app.db, actor, id) }
  }
}

/** The matter of a task, regardless of who may see it; not_found if there is none in the actor's organisations. */
export async function getMatterOfTask({ db }: App, actor: Actor, id: number): Promise<number> {
  // not through access.ts: a task is as visible as its matter, which the caller checks next
  const task = await db
    .selectFrom('tasks')
    .where('organisation_id', 'in', [...actor.organisationIds])
    .where('id', '=', id)
    .select('matter_id')
    .executeTakeFirst()
  if (!task) throw notFound()
  return task.matter_id
}
