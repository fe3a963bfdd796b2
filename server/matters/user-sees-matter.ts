// Whether somebody else than the one who acts could do something on a matter.
import type { Reader } from '../platform/postgres/database.ts'
import { findSnapshot } from '../identity/users/authorization-snapshot.ts'
import { mattersVisibleTo } from './access.ts'

/** Whether the person sees the matter: an active one, now. */
export async function seesMatter(db: Reader, userId: string, matterId: number): Promise<boolean> {
  const snapshot = await findSnapshot(db, userId)
  if (!snapshot) return false
  const person = { ...snapshot, via: { kind: 'system', name: 'sees-matter' }, requestId: null } as const
  const row = await mattersVisibleTo(db, person)
    .where('matters.id', '=', matterId)
    .select('matters.id')
    .executeTakeFirst()
  return row !== undefined
}
