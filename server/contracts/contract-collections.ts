// What belongs to a contract and can be asked for in filters of lists.
import { sql, type SqlBool } from 'kysely'
import { isOnFormsSql } from '../fields/shown-on-records.ts'
import type { Collections } from '../platform/lists/list-query.ts'
import { memberCollection } from '../records/member-collection.ts'
import type { RecordTables } from '../records/record-kind.ts'

/**
 * The members, the counterparties (what the fields of the type ContractEntity on its forms name), and the people whose
 * approval is waited for.
 */
export const contractCollections = (tables: Pick<RecordTables, 'table' | 'members'>): Collections => ({
  members: memberCollection(tables),
  parties: {
    catalogue: {
      id: { kind: 'integer', nullable: false, sql: sql.ref('party.id') },
      name: { kind: 'text', nullable: false, sql: sql.ref('party.name') },
    },
    some: (condition) =>
      sql<SqlBool>`exists (select 1 from field_values v
        join fields f on f.organisation_id = v.organisation_id and f.id = v.field_id and f.type = 'ContractEntity'
        join contract_entities party on party.organisation_id = v.organisation_id and party.id = v.reference_id
        where v.organisation_id = contracts.organisation_id and v.record_kind = 'contract' and v.record_id = contracts.id
          and ${isOnFormsSql('contract', { organisation: 'v.organisation_id', field: 'v.field_id' })}
          and ${condition})`,
  },
  waitingApprovers: {
    catalogue: { id: { kind: 'uuid', nullable: false, sql: sql.ref('approver.user_id') } },
    some: (condition) =>
      sql<SqlBool>`exists (select 1 from contract_approvals a
        join contract_approvers approver on approver.organisation_id = a.organisation_id and approver.approval_id = a.id
        where a.organisation_id = contracts.organisation_id and a.contract_id = contracts.id and a.state = 'Waiting'
          and approver.asked_at is not null and approver.decision is null and ${condition})`,
  },
})
