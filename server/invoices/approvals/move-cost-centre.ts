// Making rules of approval name another cost centre.
import { sql } from 'kysely'
import { organisationEvent } from '../../identity/organisations/events.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'

interface Moving {
  readonly organisationId: number
  readonly from: { readonly id: number; readonly name: string }
  readonly into: { readonly id: number; readonly name: string }
}

/** Rules that name the one name the other; invoices that wait go on with the steps they were asked for. */
export async function moveCostCentreOfRules(
  tx: Tx,
  { organisationId, from, into }: Moving,
): Promise<readonly DomainEvent[]> {
  const { numAffectedRows = 0n } = await sql`update invoice_approval_rules set cost_centre_ids =
      (select array_agg(distinct case when c.id = ${from.id} then ${into.id} else c.id end)
        from unnest(cost_centre_ids) as c (id))
    where organisation_id = ${organisationId} and cost_centre_ids @> array[${from.id}]::bigint[]`.execute(tx)
  if (numAffectedRows === 0n) return []
  await sql`update invoice_approval_settings set version = version + 1
    where organisation_id = ${organisationId}`.execute(tx)
  const changes = { costCentre: { from: from.name, to: into.name } }
  return [organisationEvent('organisation.invoiceapprovals.updated', organisationId, { changes })]
}
