// SQL that says of a holding whether nobody else looks after it: what is left without anyone when its person goes.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { recordKinds } from '../kinds/record-kinds.ts'
import type { RecordKindName } from '../records/kinds.ts'
import type { Person } from './holdings.ts'

/** An active colleague other than the person, in SQL over `users u`. */
const another = ({ userId, organisationId }: Person) =>
  sql<SqlBool>`u.organisation_id = ${organisationId} and u.status = 'Active' and u.id <> ${userId}`

/** No other active colleague owns or manages the record `r`. */
export function soleOnRecord(kind: RecordKindName, person: Person): RawBuilder<SqlBool> {
  const { owner, manager } = recordKinds[kind].access.responsible
  const columns = [owner, ...(manager ? [manager] : [])].map(({ column }) => sql.ref(`r.${column}`))
  return sql<SqlBool>`not exists (select 1 from users u
    where u.id in (${sql.join(columns)}) and ${another(person)})`
}

/**
 * Nobody else may decide in the step of the approver `p`: no other approver of a step that needs one of them, nobody
 * asked after its deadline, and no delegate of the person.
 */
export function soleApprover(person: Person, now: Date): RawBuilder<SqlBool> {
  const { userId, organisationId } = person
  return sql<SqlBool>`not exists (select 1 from contract_approval_steps s
      join users u on ${another(person)}
      where s.organisation_id = ${organisationId} and s.approval_id = p.approval_id and s.position = p.position
        and (s.escalated_at is not null and u.id = s.escalate_to
          or s.need = 'One' and exists (select 1 from contract_approvers o
            where o.organisation_id = ${organisationId} and o.approval_id = s.approval_id and o.position = s.position
              and o.user_id = u.id and o.decision is null and o.asked_at is not null)))
    and not exists (select 1 from approval_delegates d join organisations g on g.id = d.organisation_id
      join users u on u.id = d.delegate_id and ${another(person)}
      where d.organisation_id = ${organisationId} and d.user_id = ${userId}
        and (${now}::timestamptz at time zone g.time_zone)::date between d.first_day and d.last_day)`
}
