// The document that nobody may change, because it is being signed or was; and the reasons that people give for what
// ends that.
import { badInput } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'

const longestReason = 1_000

/** Nobody changes the document from now on, or everybody may again. */
export async function freezeDocument(
  tx: Tx,
  { organisationId, fileId }: { readonly organisationId: number; readonly fileId: number },
  frozen: boolean,
): Promise<void> {
  await tx
    .updateTable('files')
    .set({ frozen })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', fileId)
    .execute()
}

/** The reason that somebody gives. Throws bad_request without one. */
export function checkReason(reason: string): string {
  if (reason.trim() === '') throw badInput('reason', 'is missing.')
  if (reason.length > longestReason)
    throw badInput('reason', `must have ${longestReason} characters at most.`)
  return reason.trim()
}
