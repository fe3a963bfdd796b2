// What a caller may do with a record that they see.
import type { RawBuilder } from 'kysely'
import type { MaySee } from '../platform/granted.ts'
import type { Reader } from '../platform/postgres/database.ts'
import type { Principal } from '../platform/subject.ts'
import { getWith, isChangeable } from './access.ts'
import { isMember } from './membership-sql.ts'
import type { RecordBase, RecordKind } from './record-kind.ts'

/** A record, and what the caller is to it. */
export interface RecordWithRights<R> {
  readonly record: R & MaySee
  readonly isMember: boolean
  readonly mayChange: boolean
}

/** The record, when the actor may see it, with what they may do; not_found otherwise. */
export async function getWithRights<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  db: Reader,
  actor: Principal,
  id: number,
): Promise<RecordWithRights<R>> {
  const { record, related } = await getWith(kind, { db, actor }, id, {
    isMember: isMember(kind, actor),
    mayChange: isChangeable(kind, actor) as RawBuilder<boolean>,
  })
  return { record, ...related }
}
