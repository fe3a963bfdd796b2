// Putting one option in the place of another in the conditions of approval rules.
import { sql } from 'kysely'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { templateEvent } from '../commands/write-contract-template.ts'

interface Moved {
  readonly organisationId: number
  readonly fieldId: number
  readonly from: { readonly id: number; readonly name: string }
  readonly into: { readonly id: number; readonly name: string }
}

/** Rules that compare the field with the one option compare it with the other; answers what happened to each type. */
export async function moveRuleValue(
  tx: Tx,
  { organisationId, fieldId, from, into }: Moved,
): Promise<readonly DomainEvent[]> {
  const { rows } = await sql<{ readonly id: number }>`update contract_approval_rules set value = n.value
    from field_options n, field_options o
    where contract_approval_rules.organisation_id = ${organisationId} and contract_approval_rules.field_id = ${fieldId}
      and n.organisation_id = ${organisationId} and n.id = ${into.id}
      and o.organisation_id = ${organisationId} and o.id = ${from.id}
      and lower(contract_approval_rules.value) = lower(o.value)
    returning contract_approval_rules.template_id as id`.execute(tx)
  const changes = { when: { from: from.name, to: into.name } }
  return [...new Set(rows.map(({ id }) => id))].map((id) =>
    templateEvent('contractTemplate.approvals.set', { organisationId, id }, { changes }),
  )
}
