// How many records of their organisation a person may see.
import { sql } from 'kysely'
import { findSnapshot } from '../identity/users/authorization-snapshot.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { kindNames, kinds, type RecordType } from '../records/kinds.ts'
import { recordKinds } from '../kinds/record-kinds.ts'
import { getColleague } from './holdings.ts'

export interface VisibleRecords {
  readonly type: RecordType
  /** As many as their own lists have, those of other organisations included; none for somebody who cannot sign in. */
  readonly visible: number
  /** As many as their organisation has. */
  readonly total: number
}

/** The numbers of a colleague, for administrators; not_found for somebody of another organisation. */
export async function countVisibleRecords(
  app: App,
  actor: Actor,
  userId: string,
): Promise<readonly VisibleRecords[]> {
  const { organisationId } = await getColleague(app.db, actor, userId)
  const person = await findSnapshot(app.db, userId)
  return Promise.all(
    kindNames.map(async (kind) => {
      // not through access.ts: how many there are in all
      const { rows } = await sql<{ readonly total: number }>`select count(*)::int as total
        from ${sql.table(recordKinds[kind].table)} where organisation_id = ${organisationId} and deleted_at is null`.execute(
        app.db,
      )
      const reader: Actor | undefined = person && { ...person, via: actor.via, requestId: actor.requestId }
      const visible = reader ? await app.subjects[kind].countVisible(app.db, reader) : 0
      return { type: kinds[kind].type, visible, total: rows[0]?.total ?? 0 }
    }),
  )
}
