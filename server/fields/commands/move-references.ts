// Putting one department, region or party in the place of another in the values of fields.
import { sql } from 'kysely'
import type { RecordKindName } from '../../records/kinds.ts'
import type { App } from '../../platform/app.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { fieldChanged } from '../events.ts'
import type { FieldType } from '../field.ts'

interface MovedDefaults {
  readonly organisationId: number
  /** The type of the fields that name such things. */
  readonly type: FieldType
  readonly from: number
  readonly into: number
  readonly now: Date
}

interface Moved extends MovedDefaults {
  readonly kind: RecordKindName
}

/**
 * Every record of the kind whose fields name the one names the other afterwards, those in the bin as well, which may
 * come back. Each is updated, also those the caller does not see; returns its event.
 */
export async function moveReferences(
  app: App,
  tx: Tx,
  { organisationId, kind, type, from, into, now }: Moved,
): Promise<readonly DomainEvent[]> {
  const { rows } = await sql<{ readonly record: number; readonly field: number }>`
    select v.record_id as record, v.field_id as field from field_values v
    join fields f on f.organisation_id = v.organisation_id and f.id = v.field_id and f.type = ${type}
    where v.organisation_id = ${organisationId} and v.record_kind = ${kind} and v.reference_id = ${from}
    order by 1, 2 for update of v`.execute(tx)
  if (rows.length === 0) return []
  await sql`update field_values set reference_id = ${into} where organisation_id = ${organisationId}
    and record_kind = ${kind} and reference_id = ${from} and field_id in (select f.id from fields f
      where f.organisation_id = ${organisationId} and f.type = ${type})`.execute(tx)
  const ids = [...new Set(rows.map(({ record }) => record))]
  await app.subjects[kind].noteFieldChange(tx, { organisationId, ids }, now)
  return rows.map(({ record: id, field }) => ({
    name: `${kind}.updated` as const,
    organisationId,
    resource: { kind, id },
    subject: { kind, id },
    facts: { changes: { [`field_${field}`]: { from, to: into } } },
  }))
}

/** The same in what new records begin with. */
export async function moveDefaults(
  tx: Tx,
  { organisationId, type, from, into, now }: MovedDefaults,
): Promise<readonly DomainEvent[]> {
  const { rows } = await sql<{ readonly id: number }>`update fields set updated_at = ${now},
      defaults = (select jsonb_agg(distinct case when d = to_jsonb(${from}::bigint) then to_jsonb(${into}::bigint) else d end)
        from jsonb_array_elements(defaults) as d)
    where organisation_id = ${organisationId} and type = ${type} and defaults @> to_jsonb(${from}::bigint)
    returning id`.execute(tx)
  return rows.map(({ id }) => fieldChanged({ organisationId, id }, { default: { from: [from], to: [into] } }))
}
