// Validation of the assignee, shared by creating and updating a task.
import type { Reader } from '../../platform/postgres/database.ts'
import { badInput } from '../../platform/errors.ts'
import { seesMatter } from '../../matters/user-sees-matter.ts'

/**
 * Throws bad_request for a person who may not see the matter and so could not do the task. Somebody who was invited
 * finds it when they join.
 */
export async function checkAssignee(db: Reader, userId: string, matterId: number): Promise<void> {
  if (await seesMatter(db, userId, matterId, { joining: true })) return
  throw badInput('assigneeId', 'must be the id of an active person who may see the matter.')
}
