// The check of who is to do a task, shared by creating and changing one.
import type { Reader } from '../../platform/postgres/database.ts'
import { badInput } from '../../platform/errors.ts'
import { seesMatter } from '../../matters/sees-matter.ts'

/** Throws 400 for a person who could not do the task because they do not see its matter. */
export async function checkAssignee(db: Reader, userId: string, matterId: number): Promise<void> {
  if (await seesMatter(db, userId, matterId)) return
  throw badInput('assigneeId', 'must be the id of an active person who can see the matter.')
}
