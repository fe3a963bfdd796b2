// What a handover makes its new person a member of, so that it can be taken back with the rest.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { recordKinds } from '../kinds/record-kinds.ts'
import type { DomainEvent } from '../platform/events/change.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { kindNames, type RecordKindName } from '../records/kinds.ts'
import { deleteMember } from '../records/new-members.ts'

interface Joined {
  readonly organisationId: number
  readonly handoverId: number
  readonly userId: string
}

/** How items of a handover call memberships of the kind. */
const itemKind = (kind: RecordKindName) => `member of ${kind}`

/** The items that are no memberships: what the person holds. */
export const isHolding = sql<SqlBool>`i.kind not like 'member of %'`

/** Keeps which records the person has joined by what happened. */
export async function keepMemberships(
  tx: Tx,
  { organisationId, handoverId, userId }: Joined,
  events: readonly DomainEvent[],
): Promise<void> {
  const joined = kindNames.flatMap((kind) =>
    events.flatMap(({ name, subject, facts }) =>
      name === `${kind}.member.added` && facts?.['userId'] === userId && subject
        ? [{ kind, id: subject.id }]
        : [],
    ),
  )
  if (joined.length === 0) return
  const rows = joined.map(({ kind, id }) => ({
    organisation_id: organisationId,
    handover_id: handoverId,
    kind: itemKind(kind),
    item_id: id,
  }))
  await tx.insertInto('handover_items').values(rows).execute()
}

// not through access.ts: of the person who leaves, whoever takes the handover back
/** What somebody has on a record that keeps them a member of it. */
const keeps: Readonly<Record<RecordKindName, RawBuilder<SqlBool>>> = {
  matter: sql`exists (select from tasks t where t.organisation_id = r.organisation_id and t.matter_id = r.id
    and t.assigned_to = m.user_id)`,
  contract: sql`(exists (select from contract_key_dates k where k.organisation_id = r.organisation_id
      and k.contract_id = r.id and k.owner_id = m.user_id)
    or exists (select from contract_approvals a join contract_approvers p
      on p.organisation_id = a.organisation_id and p.approval_id = a.id
      where a.organisation_id = r.organisation_id and a.contract_id = r.id and p.user_id = m.user_id))`,
}

/**
 * Takes the person off the records that they had joined by the handover, unless they are responsible for one, have
 * something to do there, or nobody active owns it. Answers what happened.
 */
export async function takeMembershipsBack(
  tx: Tx,
  { organisationId, handoverId, userId }: Joined,
): Promise<readonly DomainEvent[]> {
  const events: DomainEvent[] = []
  for (const kind of kindNames) {
    const { table, members, access } = recordKinds[kind]
    const isResponsible = Object.values(access.responsible).map(
      ({ column }) => sql`${sql.ref(`r.${column}`)} is not distinct from m.user_id`,
    )
    // not through access.ts: whoever takes the handover back, the person leaves
    const { rows } = await sql<{ readonly id: number }>`
      select r.id from handover_items i
      join ${sql.table(table)} r on r.organisation_id = i.organisation_id and r.id = i.item_id
      join ${sql.table(members.table)} m on m.organisation_id = r.organisation_id
        and ${sql.ref(`m.${members.recordId}`)} = r.id and m.user_id = ${userId}
      join users o on o.id = r.owner_id and o.status = 'Active'
      where i.organisation_id = ${organisationId} and i.handover_id = ${handoverId} and i.kind = ${itemKind(kind)}
        and not (${sql.join(isResponsible, sql` or `)}) and not ${keeps[kind]}
      order by r.id for no key update of r`.execute(tx)
    for (const { id } of rows) {
      const about = { kind, id }
      if (await deleteMember(tx, recordKinds[kind], { organisationId, id }, userId))
        events.push({
          name: `${kind}.member.removed`,
          organisationId,
          resource: about,
          subject: about,
          facts: { userId },
        })
    }
  }
  return events
}
