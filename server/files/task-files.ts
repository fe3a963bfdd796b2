// Files that came to a record for one of its tasks.
import type { Tx } from '../platform/postgres/database.ts'

/** Leaves the files of a task on their record when the task goes. */
export async function leaveTask(
  tx: Tx,
  { organisationId, taskId }: { readonly organisationId: number; readonly taskId: number },
): Promise<void> {
  await tx
    .updateTable('files')
    .set({ task_id: null })
    .where('organisation_id', '=', organisationId)
    .where('task_id', '=', taskId)
    .execute()
}
