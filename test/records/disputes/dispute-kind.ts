// A third kind of record that only tests know: its descriptor. What it does is in dispute.ts, what the server adds for
// it in tables-of-kinds.ts, its tables in schema.sql.
import { sql, type SqlBool } from 'kysely'
import {
  personColumns,
  personNameColumn,
  teamNameColumn,
} from '../../../server/identity/users/person-columns.ts'
import type { DomainEvent } from '../../../server/platform/events/change.ts'
import type { EventName } from '../../../server/platform/events/event-names.ts'
import type { Column } from '../../../server/platform/lists/list-query.ts'
import type { Tables } from '../../../server/platform/postgres/tables.ts'
import type { SubjectKind } from '../../../server/platform/subject.ts'
import type { RecordType } from '../../../server/records/kinds.ts'
import { memberCollection } from '../../../server/records/member-collection.ts'
import type { RecordBase, RecordKind } from '../../../server/records/record-kind.ts'

export const disputeStatuses = ['Open', 'Settled'] as const

export interface Dispute extends RecordBase {
  readonly name: string
  readonly status: string
  readonly ownerId: string
  readonly createdBy: string
  readonly teamId: number | null
  readonly parentId: number | null
  readonly restricted: boolean
  readonly inIntake: boolean
  readonly externalId: string | null
  readonly version: number
}

const columnNames = {
  organisationId: 'organisation_id',
  id: 'id',
  name: 'name',
  status: 'status',
  ownerId: 'owner_id',
  createdBy: 'created_by',
  teamId: 'team_id',
  parentId: 'parent_id',
  restricted: 'restricted',
  inIntake: 'in_intake',
  externalId: 'external_id',
  version: 'version',
} as const satisfies Readonly<Record<keyof Dispute, string>>

export interface DisputeTables extends Tables {
  disputes: Readonly<Record<string, unknown>>
}

/** The name of the kind. The product's own kinds are a closed type, so that a missing one does not compile there. */
export const dispute = 'dispute' as string as SubjectKind

const own = (kind: Column['kind'], name: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`disputes.${name}`),
})

const members = { table: 'dispute_members', recordId: 'dispute_id' } as const

/** Something happened to the dispute. */
export const disputeEvent = (
  { organisationId, id }: RecordBase,
  what: string,
  facts: NonNullable<DomainEvent['facts']>,
): DomainEvent => ({
  name: `dispute.${what}` as EventName,
  organisationId,
  resource: { kind: dispute, id },
  subject: { kind: dispute, id },
  facts,
})

export const disputeKind: RecordKind<DisputeTables, 'disputes', Dispute> = {
  kind: dispute,
  names: { one: 'dispute', many: 'disputes' },
  table: 'disputes',
  members,
  access: {
    feature: 'DISPUTES',
    administrators: 'MatterAdministrators',
    responsible: { owner: { column: 'owner_id', delegate: 'counsel' } },
    intake: 'ManageIntake',
  },
  columns: Object.values(columnNames).map((name) => `disputes.${name}`),
  recordOf: (row) =>
    Object.fromEntries(
      Object.entries(columnNames).map(([name, column]) => [name, row[column]]),
    ) as unknown as Dispute,
  list: {
    columns: () => ({
      id: own('integer', 'id'),
      organisationId: own('integer', 'organisation_id'),
      name: own('text', 'name'),
      status: { ...own('choice', 'status'), choices: disputeStatuses },
      ownerId: own('uuid', 'owner_id'),
      ownerName: personNameColumn('disputes.owner_id'),
      teamId: own('integer', 'team_id', true),
      parentId: own('integer', 'parent_id', true),
      restricted: own('boolean', 'restricted'),
      externalId: own('text', 'external_id', true),
      createdAt: own('moment', 'created_at'),
      lastActivityAt: own('moment', 'last_activity_at'),
    }),
    collections: { members: memberCollection({ table: 'disputes', members }) },
    related: {
      teamName: teamNameColumn('disputes'),
      version: own('integer', 'version'),
      ...personColumns('owner', 'disputes.owner_id'),
    },
    status: { name: 'status', choices: disputeStatuses, stored: disputeStatuses },
    redacted: ['id', 'status', 'ownerId', 'ownerName'],
  },
  quickFind: {
    otherText: sql.ref<string | null>('disputes.external_id'),
    isKnown: (term) => sql<SqlBool>`(disputes.external_id = ${term})`,
  },
  shown: { status: () => sql.ref('disputes.status'), recent: () => ({}) },
  type: 'Dispute' as string as RecordType,
  statusMessages: 'dispute_status_messages',
}
