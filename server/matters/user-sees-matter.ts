// Whether somebody else than the one who acts could do something on a matter.
import type { Reader } from '../platform/postgres/database.ts'
import { findSnapshots, type WhoIsFound } from '../identity/users/authorization-snapshot.ts'
import { mattersVisibleTo } from './access.ts'

/** Whether the person sees the matter: an active one, now; with `joining` also one who was invited, when they join. */
export async function seesMatter(
  db: Reader,
  userId: string,
  matterId: number,
  who: WhoIsFound = {},
): Promise<boolean> {
  const [snapshot] = await findSnapshots(db, [userId], who)
  if (!snapshot) return false
  const person = { ...snapshot, via: { kind: 'system', name: 'sees-matter' }, requestId: null } as const
  const row = await mattersVisibleTo(db, person)
    .where('matters.id', '=', matterId)
    .select('matters.id')
    .executeTakeFirst()
  return row !== undefined
}
