// Files that were added to a record for one of its tasks.
import type { Tx } from '../platform/postgres/database.ts'

/** Detaches the files from a task that is about to be deleted; they stay on their record. */
export async function detachTask(
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
