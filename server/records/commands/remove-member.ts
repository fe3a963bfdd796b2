// Taking somebody off a record: the part that all kinds share.
import type { Actor } from '../../platform/actor.ts'
import { conflict, forbidden, notFound } from '../../platform/errors.ts'
import type { MaySee } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { lockToSee } from '../access.ts'
import { isActiveColleague } from '../../identity/users/people-on-records.ts'
import { deleteMember } from '../new-members.ts'
import { checkSomebodyStays } from '../somebody.ts'
import { permitted } from '../rights/access.ts'
import { may } from '../rights/involvement.ts'
import { permittedMember } from './permitted-member.ts'
import type { RecordBase, RecordKind } from '../record-kind.ts'

interface Removal<R> {
  readonly recordId: number
  readonly userId: string
  /** What they are besides a member, which ends first. */
  readonly release?: (record: R & MaySee) => Promise<void>
}

/**
 * Takes the person off the record, who loses sight of it with the next statement, unless the organisation shows it to
 * them. Those who may change the record may, and everybody may go themselves; the owner stays until another one is
 * named (409). Throws not_found for somebody who is no member, and conflict when nobody of the record's organisation
 * could open it any more.
 */
export async function removeMember<
  DB,
  TB extends keyof DB & string,
  R extends RecordBase & { readonly ownerId: string },
>(
  kind: RecordKind<DB, TB, R>,
  { tx, actor, now }: { readonly tx: Tx; readonly actor: Actor; readonly now: Date },
  { recordId, userId, release }: Removal<R>,
): Promise<R> {
  const { one } = kind.names
  const { record, involvement } = await lockToSee(kind, { tx, actor, now }, recordId)
  if (userId === actor.userId) permitted(record, involvement, 'leave')
  else if (may(involvement, 'members') || may(involvement, 'ownColleagues')) {
    await permittedMember(tx, actor, { kind, record, involvement }, { userId })
  } else {
    throw forbidden(`Those who may change this ${one} take people off it; you can only leave it yourself.`)
  }
  if (record.ownerId === userId) throw ownerStays(one)
  await release?.(record)
  if (!(await deleteMember(tx, kind, record, userId))) throw notFound()
  if (await isActiveColleague(tx, record.organisationId, userId)) await checkSomebodyStays(kind, tx, record)
  return record
}

/** The owner of a record is replaced, never removed. */
export const ownerStays = (one: string) =>
  conflict(`This person owns the ${one}: make somebody else its owner first.`)
