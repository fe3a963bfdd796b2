// A third kind of record that only tests know: its tables and its descriptor. Nothing else of it is written anywhere:
// what the tests ask for comes from server/records.
import { sql, type SqlBool } from 'kysely'
import type { App } from '../../server/platform/app.ts'
import { internalTransaction } from '../../server/platform/events/change.ts'
import type { EventName } from '../../server/platform/events/event-names.ts'
import type { Tables } from '../../server/platform/postgres/tables.ts'
import type { SubjectKind } from '../../server/platform/subject.ts'
import { countNewRecord } from '../../server/records/lists/record-counts.ts'
import type { RecordType } from '../../server/records/kinds.ts'
import type { RecordBase, RecordKind } from '../../server/records/record-kind.ts'
import { personNameColumn, teamNameColumn } from '../../server/identity/users/person-columns.ts'
import type { TestUser } from '../factories.ts'

interface DisputesTable {
  organisation_id: number
  id: number
  name: string
  status: string
  owner_id: string
  team_id: number | null
  restricted: boolean
  external_id: string | null
  court: string | null
  created_at: Date
  updated_at: Date
  last_activity_at: Date
  version: number
}

export interface DisputeTables extends Tables {
  disputes: DisputesTable
}

export interface Dispute extends RecordBase {
  readonly name: string
  readonly status: string
  readonly ownerId: string
  readonly court: string | null
}

/** The name of the kind. The product's own kinds are a closed type, so that a missing one does not compile there. */
export const dispute = 'dispute' as string as SubjectKind

const own = (name: string) => sql.ref(`disputes.${name}`)

export const disputeKind: RecordKind<DisputeTables, 'disputes', Dispute> = {
  kind: dispute,
  names: { one: 'dispute', many: 'disputes' },
  table: 'disputes',
  members: { table: 'dispute_members', recordId: 'dispute_id' },
  access: {
    feature: 'DISPUTES',
    administrators: 'MatterAdministrators',
    responsible: { owner: { column: 'owner_id', delegate: 'counsel' } },
    intake: 'ManageIntake',
  },
  columns: ['organisation_id', 'id', 'name', 'status', 'owner_id', 'court'].map((name) => `disputes.${name}`),
  recordOf: (row) => ({
    organisationId: Number(row['organisation_id']),
    id: Number(row['id']),
    name: String(row['name']),
    status: String(row['status']),
    ownerId: String(row['owner_id']),
    court: row['court'] as string | null,
  }),
  list: {
    columns: () => ({
      id: { kind: 'integer', nullable: false, sql: own('id') },
      organisationId: { kind: 'integer', nullable: false, sql: own('organisation_id') },
      name: { kind: 'text', nullable: false, sql: own('name') },
      status: { kind: 'choice', nullable: false, sql: own('status'), choices: ['Open', 'Settled'] },
      ownerId: { kind: 'uuid', nullable: false, sql: own('owner_id') },
      ownerName: personNameColumn('disputes.owner_id'),
      teamId: { kind: 'integer', nullable: true, sql: own('team_id') },
      restricted: { kind: 'boolean', nullable: false, sql: own('restricted') },
      court: { kind: 'text', nullable: true, sql: own('court') },
      lastActivityAt: { kind: 'moment', nullable: false, sql: own('last_activity_at') },
    }),
    collections: {},
    related: { teamName: teamNameColumn('disputes') },
    status: { name: 'status', choices: ['Open', 'Settled'], stored: ['Open', 'Settled'] },
    redacted: ['id', 'status', 'ownerId', 'ownerName'],
  },
  quickFind: {
    otherText: sql.ref<string | null>('disputes.external_id'),
    isKnown: (term) => sql<SqlBool>`(disputes.external_id = ${term})`,
  },
  type: 'Dispute' as string as RecordType,
  statusMessages: 'dispute_status_messages',
  statusMessagePosted: ({ organisationId, id }, messageId) => [
    {
      name: 'dispute.statusmessage.created' as string as EventName,
      organisationId,
      resource: { kind: 'statusMessage', id: messageId },
      subject: { kind: dispute, id },
    },
  ],
}

/**
 * The migration of the kind: its three tables, its column in `files`, and its name where the schema lists the kinds
 * (counts, field values, recents). This is all that a kind needs beside its descriptor to be a record.
 */
export const disputeMigration = `
  create table disputes (
    organisation_id bigint not null references organisations (id),
    id bigint generated always as identity,
    name text not null,
    status text not null,
    owner_id uuid not null references users (id),
    team_id bigint,
    restricted boolean not null default false,
    in_intake boolean not null default false,
    external_id text,
    court text,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    last_activity_at timestamptz not null,
    version bigint not null default 1,
    deleted_at timestamptz,
    deleted_by uuid,
    legal_hold_reason text,
    legal_hold_at timestamptz,
    legal_hold_by uuid,
    primary key (organisation_id, id)
  );
  create table dispute_members (
    organisation_id bigint not null,
    dispute_id bigint not null,
    user_id uuid not null references users (id),
    counsel boolean not null default false,
    primary key (organisation_id, dispute_id, user_id),
    foreign key (organisation_id, dispute_id) references disputes (organisation_id, id)
  );
  create sequence dispute_status_messages_id;
  create table dispute_status_messages (
    organisation_id bigint not null,
    id bigint default nextval('dispute_status_messages_id'),
    dispute_id bigint not null,
    message text not null,
    user_id uuid not null references users (id),
    created_at timestamptz not null,
    primary key (organisation_id, id),
    foreign key (organisation_id, dispute_id) references disputes (organisation_id, id)
  );
  alter table files add column dispute_id bigint,
    drop constraint files_one_record,
    add constraint files_one_record check (num_nonnulls(contract_id, matter_id, dispute_id) = 1);
  alter table record_counts drop constraint record_counts_kind_known;
  alter table field_values drop constraint field_values_kind_known;
  alter table recents drop constraint recents_kind_known;`

export interface NewDispute {
  readonly owner: TestUser
  readonly name: string
  readonly members?: readonly TestUser[]
  /** Those of the members who act for the owner. */
  readonly counsel?: readonly TestUser[]
  readonly status?: 'Open' | 'Settled'
  readonly teamId?: number
  readonly restricted?: boolean
  readonly inIntake?: boolean
  readonly externalId?: string
}

/** A dispute of the owner's organisation; the owner is a member. */
export function insertDispute(app: App, given: NewDispute): Promise<number> {
  const { owner, name, members = [], counsel = [], status = 'Open', teamId = null } = given
  const { restricted = false, inIntake = false, externalId = null } = given
  const { organisationId } = owner
  return internalTransaction(app, async (tx, now) => {
    const { rows } = await sql<{ id: number }>`
      insert into disputes (organisation_id, name, status, owner_id, team_id, restricted, in_intake, external_id,
        created_at, updated_at, last_activity_at)
      values (${organisationId}, ${name}, ${status}, ${owner.id}, ${teamId}, ${restricted}, ${inIntake},
        ${externalId}, ${now}, ${now}, ${now}) returning id`.execute(tx)
    const id = rows[0]?.id ?? 0
    const people = [...new Set([owner, ...members, ...counsel].map((each) => each.id))]
    for (const userId of people) {
      await sql`insert into dispute_members (organisation_id, dispute_id, user_id, counsel)
        values (${organisationId}, ${id}, ${userId}, ${counsel.some((each) => each.id === userId)})`.execute(
        tx,
      )
      await tx
        .insertInto('user_organisations')
        .values({ user_id: userId, organisation_id: organisationId })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    const counted = { organisationId, teamId, status, restricted, inIntake }
    countNewRecord(tx, disputeKind, counted, people)
    return id
  })
}
