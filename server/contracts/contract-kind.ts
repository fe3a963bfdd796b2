// Contracts as a kind of record: what server/records needs to know of them.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { columnOf } from '../platform/lists/list-query.ts'
import type { Tables } from '../platform/postgres/tables.ts'
import { kinds } from '../records/kinds.ts'
import type { ListContext, RecordKind } from '../records/record-kind.ts'
import { departmentColumns } from '../identity/users/department-columns.ts'
import { personColumns, personDetailColumns, teamNameColumn } from '../identity/users/person-columns.ts'
import {
  type Contract,
  contractColumns,
  contractOf,
  type ContractRow,
  contractStages,
  namedStages,
} from './contract.ts'
import { contractCollections } from './contract-collections.ts'
import {
  contractFilterColumns,
  contractListColumns,
  documentColumn,
  redactedContractColumns,
} from './contract-columns.ts'
import { listFactColumns } from './list-facts.ts'
import { seenStageSql } from './seen-stage.ts'

const members = {
  table: kinds.contract.members,
  recordId: kinds.contract.recordId,
  addedBy: 'added_by',
} as const

/**
 * A contract is visible to its members, to members of the team it is assigned to who work in legal and to the contract
 * administrators; a restricted one to its members only. People of other organisations see it only as members.
 */
export const contractKind: RecordKind<Tables, 'contracts', Contract> = {
  kind: 'contract',
  names: { one: 'contract', many: kinds.contract.many },
  table: 'contracts',
  members,
  access: {
    feature: 'CONTRACTS',
    administrators: 'ContractAdministrators',
    responsible: { owner: { column: 'owner_id' } },
  },
  columns: contractColumns,
  recordOf: (row) => contractOf(row as unknown as ContractRow),
  list: {
    columns: (context, actor) => ({
      ...contractListColumns(shownFrom(context), actor),
      ...departmentColumns('contracts.owner_id', actor),
    }),
    related: {
      ...contractFilterColumns,
      documentName: documentColumn('name', 'text'),
      documentVersion: documentColumn('version', 'integer'),
      teamName: teamNameColumn('contracts'),
      version: { kind: 'integer', nullable: false, sql: sql.ref('contracts.version') },
      ...personColumns('owner', 'contracts.owner_id'),
      ...personColumns('createdBy', 'contracts.created_by'),
      createdByFullName: columnOf(
        personDetailColumns('createdBy', 'contracts.created_by'),
        'createdByFullName',
      ),
    },
    relatedNow: ({ clock }) => listFactColumns(clock.now()),
    collections: contractCollections({ table: 'contracts', members }),
    status: { ...namedStages, name: 'stage', stored: contractStages },
    redacted: redactedContractColumns,
  },
  quickFind: { otherText: sql.ref<string | null>('contracts.external_id'), isKnown },
  shown: {
    displayId: () => sql.ref<string | null>('contracts.own_number'),
    status: seenStageSql,
    recent(context, viewer) {
      const { templateName } = contractListColumns(shownFrom(context), viewer)
      return {
        description: templateName.sql as RawBuilder<string>,
        ownerId: sql.ref('contracts.owner_id'),
        matterId: sql.ref('contracts.matter_id'),
        stage: seenStageSql(context.clock.now()),
      }
    },
  },
  type: kinds.contract.type,
  numbered: { types: 'contract_templates' },
  statusMessages: 'contract_status_messages',
}

const shownFrom = ({ config, clock }: ListContext) => ({ prefix: config.displayIdPrefix, now: clock.now() })

/** Whether the term is the contract's external id, its number or its id; by columns that have indexes. */
function isKnown(term: string) {
  const id = /^[1-9]\d{0,9}$/.test(term) ? sql<SqlBool>` or contracts.id = ${term}::bigint` : sql``
  return sql<SqlBool>`(contracts.external_id = ${term} or lower(contracts.own_number) = lower(${term})${id})`
}
