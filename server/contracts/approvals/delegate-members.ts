// Delegates of approvers as members of contracts: they join what they are asked about, and leave it when they decide
// for nobody there any more.
import { sql, type SqlBool } from 'kysely'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent, systemActor } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { deleteMember, insertMembers } from '../../records/new-members.ts'
import { coversDay } from '../../identity/users/approval-delegates.ts'
import { contractKind } from '../contract-kind.ts'
import { contractMemberAdded, contractMemberRemoved } from '../events.ts'

interface Key {
  readonly organisationId: number
  readonly id: number
}

interface Joining {
  /** Who decides for whom: delegates by approver. */
  readonly delegates: ReadonlyMap<string, string>
  readonly addedBy: string
  readonly now: Date
}

/** Makes the delegates members of the contract until they are no delegates any more. Answers what happened. */
export async function joinAsDelegates(
  tx: Tx,
  contract: Key,
  { delegates, addedBy, now }: Joining,
): Promise<readonly DomainEvent[]> {
  const pairs = [...delegates]
  const joined = await insertMembers(tx, contractKind, contract, {
    userIds: pairs.map(([, to]) => to),
    addedBy,
    now,
  })
  // who was a member for another reason stays one
  await sql`insert into contract_delegates (organisation_id, contract_id, user_id, approver_id)
    select ${contract.organisationId}, ${contract.id}, p.user_id, p.approver_id
    from unnest(${pairs.map(([, to]) => to)}::uuid[], ${pairs.map(([from]) => from)}::uuid[]) as p (user_id, approver_id)
    where p.user_id = any(${[...joined]}::uuid[]) or exists (select from contract_delegates d
      where d.organisation_id = ${contract.organisationId} and d.contract_id = ${contract.id} and d.user_id = p.user_id)
    on conflict do nothing`.execute(tx)
  return joined.map((userId) => contractMemberAdded(contract, userId))
}

interface Over extends Key {
  readonly userId: string
  readonly approverId: string
  readonly stays: boolean
}

/** SQL: the person of the row is today the delegate of its approver. */
const isDelegate = (row: string, now: Date) =>
  sql<SqlBool>`exists (select from approval_delegates d where d.organisation_id = ${sql.ref(`${row}.organisation_id`)}
    and d.user_id = ${sql.ref(`${row}.approver_id`)} and d.delegate_id = ${sql.ref(`${row}.user_id`)} and ${coversDay('d', now)})`

const batch = 200

/**
 * Takes delegates off the contracts that they had joined as such, where none of their approvers has them as a delegate
 * today; in one organisation. Who owns the contract, approves on it or has a key date there stays, and so does the
 * last one who can open it. Answers what happened.
 */
export async function leaveAsDelegates(
  tx: Tx,
  organisationId: number,
  now: Date,
): Promise<readonly DomainEvent[]> {
  // not through access.ts: whoever ended it, the delegate leaves
  const { rows } = await sql<Over>`
    select s.organisation_id as "organisationId", s.contract_id as id, s.user_id as "userId",
      s.approver_id as "approverId", c.owner_id = s.user_id
      or not exists (select from users o where o.id = c.owner_id and o.status = 'Active')
      or exists (select from contract_key_dates k where k.organisation_id = s.organisation_id
        and k.contract_id = s.contract_id and k.owner_id = s.user_id)
      or exists (select from contract_approvals a join contract_approvers p
        on p.organisation_id = a.organisation_id and p.approval_id = a.id
        where a.organisation_id = s.organisation_id and a.contract_id = s.contract_id and p.user_id = s.user_id)
      or exists (select from contract_delegates other where other.organisation_id = s.organisation_id
        and other.contract_id = s.contract_id and other.user_id = s.user_id and ${isDelegate('other', now)}) as stays
    from contract_delegates s
    join contracts c on c.organisation_id = s.organisation_id and c.id = s.contract_id
    where s.organisation_id = ${organisationId} and not ${isDelegate('s', now)}
    order by c.id for no key update of c`.execute(tx)
  for (const row of rows)
    await tx
      .deleteFrom('contract_delegates')
      .where('organisation_id', '=', organisationId)
      .where('contract_id', '=', row.id)
      .where('user_id', '=', row.userId)
      .where('approver_id', '=', row.approverId)
      .execute()
  const events: DomainEvent[] = []
  const leaving = new Map(
    rows.filter(({ stays }) => !stays).map((row) => [`${row.id} ${row.userId}`, row] as const),
  )
  for (const { userId, ...contract } of leaving.values())
    if (await deleteMember(tx, contractKind, contract, userId))
      events.push(contractMemberRemoved({ organisationId, id: contract.id }, userId))
  return events
}

/** The same in every organisation in which a day is over or somebody was disabled; answers of how many. */
export async function endDelegateMembers(app: App): Promise<number> {
  const now = app.clock.now()
  const { rows } = await sql<{ readonly organisationId: number }>`
    /* every organisation: work is found here and done within one */
    select distinct s.organisation_id as "organisationId" from contract_delegates s
    where not ${isDelegate('s', now)} limit ${batch}`.execute(app.db)
  for (const { organisationId } of rows) {
    if (app.stopping()) break
    await change(app, systemActor('end-approval-delegates'), async (tx, at) => ({
      result: undefined,
      events: await leaveAsDelegates(tx, organisationId, at),
    }))
  }
  return rows.length
}
