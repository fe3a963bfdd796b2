// Who may put whom on a record and take them off: the part that all kinds share.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { RefusedInputError } from '../../platform/errors.ts'
import type { MaySee } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type Permitted, permitted, permittedChanges } from '../rights/access.ts'
import { type Involvement, may } from '../rights/involvement.ts'
import type { RecordBase, RecordTables } from '../record-kind.ts'

interface Asked<R> {
  readonly kind: RecordTables
  readonly record: R & MaySee
  readonly involvement: Involvement
}

interface Member {
  readonly userId: string
  /** How the operation calls what somebody is to be on the record, if that is more than a member. */
  readonly role?: string | undefined
}

/**
 * The record with the mark for changing who is on it: for those with the right to all of its people; and for somebody
 * in charge at a firm, who may put colleagues of the firm on it as members and nothing else, unless the type of the
 * record forbids it. Throws forbidden, naming what is not theirs to do.
 */
export async function permittedMember<R extends RecordBase>(
  tx: Tx,
  actor: Actor,
  { kind, record, involvement }: Asked<R>,
  { userId, role }: Member,
): Promise<Permitted<R>> {
  if (may(involvement, 'members') || !may(involvement, 'ownColleagues'))
    return permittedChanges(record, involvement, [{ right: 'members', path: role ?? 'userId' }])
  if (role !== undefined) throw onlyColleagues(kind, role)
  const { organisation_id: organisationId, is_delegate: isDelegate } = await personOn(
    tx,
    kind,
    record,
    userId,
  )
  if (organisationId !== actor.organisationId || isDelegate) throw onlyColleagues(kind, 'userId')
  return permitted(record, involvement, 'ownColleagues')
}

const onlyColleagues = ({ kind }: RecordTables, path: string) =>
  new RefusedInputError([
    {
      path,
      reason: `is for the organisation that owns the ${kind} to say: you may put colleagues of your own organisation on it as members, and take those off again.`,
    },
  ])

interface PersonRow {
  readonly organisation_id: number | null
  readonly is_delegate: boolean
}

/** Whose person it is, and whether they stand in for somebody on the record. */
async function personOn(
  tx: Tx,
  { members, access }: RecordTables,
  { organisationId, id }: RecordBase,
  userId: string,
): Promise<PersonRow> {
  const { owner, manager } = access.responsible
  const delegates = [owner.delegate, manager?.delegate].filter((column) => column !== undefined)
  const any = sql.join([sql`false`, ...delegates.map((column) => sql.ref(`m.${column}`))], sql` or `)
  // not through access.ts: the record was fetched there
  const { rows } = await sql<PersonRow>`select u.organisation_id, exists (
      select 1 from ${sql.table(members.table)} m where m.organisation_id = ${organisationId}
        and ${sql.ref(`m.${members.recordId}`)} = ${id} and m.user_id = u.id and (${any})) as is_delegate
    from users u where u.id = ${userId}`.execute(tx)
  return rows[0] ?? { organisation_id: null, is_delegate: false }
}
