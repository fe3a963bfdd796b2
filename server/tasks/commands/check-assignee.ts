// The check of who is to do a task, shared by creating and changing one.
import type { Reader } from '../../platform/database.ts'
import { badInput } from '../../platform/errors.ts'
import { mattersVisibleTo } from '../../matters/access.ts'
import { findStanding } from '../../users/standing.ts'

/** Whether the person can do something on the matter: an active one, who sees it. */
export async function seesMatter(db: Reader, userId: string, matterId: number): Promise<boolean> {
  const standing = await findStanding(db, userId)
  if (!standing) return false
  const person = { ...standing, via: { kind: 'system', name: 'assign-task' }, requestId: null } as const
  const row = await mattersVisibleTo(db, person)
    .where('matters.id', '=', matterId)
    .select('matters.id')
    .executeTakeFirst()
  return row !== undefined
}

/** Throws 400 for a person who could not do the task because they do not see its matter. */
export async function checkAssignee(db: Reader, userId: string, matterId: number): Promise<void> {
  if (await seesMatter(db, userId, matterId)) return
  throw badInput('assigneeId', 'assigneeId must be the id of an active person who can see the matter.')
}
