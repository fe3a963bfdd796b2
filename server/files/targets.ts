// What an upload may name as its target, and where that leads to.
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { notFound } from '../platform/errors.ts'
import type { MayContribute, Subject } from '../platform/granted.ts'
import { getFileToSee } from './access.ts'
import type { UploadTarget } from './uploads/upload.ts'

interface FoundTarget {
  readonly subject: Subject & MayContribute
  /** Of a folder. */
  readonly folderId?: number
  /** Of a task, whose files belong to its matter. */
  readonly taskId?: number
}

/** The record that files for the target go to; not_found when the actor does not see it, forbidden when they may only look. */
export async function getTarget(
  app: App,
  actor: Actor,
  { kind, id }: Pick<UploadTarget, 'kind' | 'id'>,
): Promise<FoundTarget> {
  switch (kind) {
    case 'Matter':
      return { subject: await app.subjects.matter.getToContribute(app.db, actor, id) }
    case 'Contract':
      return { subject: await app.subjects.contract.getToContribute(app.db, actor, id) }
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
  }
}

/** The matter that a task belongs to, whoever sees it; not_found when there is none in reach of the actor. */
export async function getMatterOfTask({ db }: App, actor: Actor, id: number): Promise<number> {
  // not through access.ts: a task is as visible as its matter, which is asked for next
  const task = await db
    .selectFrom('tasks')
    .where('organisation_id', 'in', [...actor.organisationIds])
    .where('id', '=', id)
    .select('matter_id')
    .executeTakeFirst()
  if (!task) throw notFound()
  return task.matter_id
}
