// What may name the entries of each list: how to find it, and how to make it name another entry.
import { type RawBuilder, sql } from 'kysely'
import type { FieldType } from '../fields/field.ts'
import { departmentEvent } from '../identity/organisations/events.ts'
import { personEvent } from '../identity/users/events.ts'
import { moveRuleValue } from '../contracts/approvals/move-rule-value.ts'
import { templateEvent } from '../contracts/commands/write-contract-template.ts'
import { categoryEvent } from '../matters/commands/write-matter-category.ts'
import { requestTypeEvent } from '../intake/events.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { DomainEvent } from '../platform/events/change.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { kindNames, kinds, type RecordType } from '../records/kinds.ts'
import { moveDefaults, moveReferences } from '../fields/commands/move-references.ts'
import { moveTag } from '../matters/commands/move-tag.ts'
import { moveColumn, movePeople, refuseForTeams } from './moves.ts'
import { insideCostUse } from './uses-of-cost-lists.ts'

/** What uses of the kind are, as the wire calls it. */
export const userKinds = [
  ...kindNames.map((kind) => kinds[kind].type),
  'User',
  'Department',
  'MatterType',
  'ContractType',
  'RequestType',
  'ApprovalRule',
  'Invoice',
  'InvoiceApprovalRule',
  'PurchaseOrder',
  'InsideCost',
  'Field',
  'View',
  'ProvisionedGroup',
] as const
export type UserKind = (typeof userKinds)[number]

/** Whose uses are looked for. */
export interface Named {
  readonly organisationId: number
  readonly entry: RawBuilder<number>
}

export interface Entry {
  readonly id: number
  readonly name: string
}

/** One entry that gets the uses of another. */
export interface Moving {
  readonly app: App
  readonly tx: Tx
  readonly actor: Actor
  readonly organisationId: number
  readonly from: Entry
  readonly into: Entry
  readonly now: Date
}

export interface Use {
  readonly by: UserKind
  /** A select of the ids of what names the entry, each once or more. */
  readonly ids: (named: Named) => RawBuilder<unknown>
  /** Makes all of it name the other entry; answers what happened. Absent where it is done with another use. */
  readonly move?: (moving: Moving) => Promise<readonly DomainEvent[]>
}

/** Of what names the entry, the ids of what the actor may see: records, and what is on a matter, as far as they do. */
export function seenIds(
  { subjects }: Pick<App, 'subjects'>,
  actor: Actor,
  { by, ids }: Pick<Use, 'by' | 'ids'>,
  named: Named,
): RawBuilder<unknown> {
  const kind = kindNames.find((one) => kinds[one].type === by)
  if (kind) return sql`select u.id from (${ids(named)}) u where u.id in (${subjects[kind].visibleIds(actor)})`
  const table = onMatters[by]
  if (table === undefined) return ids(named)
  return sql`select u.id from (${ids(named)}) u join ${sql.table(table)} t
    on t.organisation_id = ${named.organisationId} and t.id = u.id
    where t.matter_id is null or t.matter_id in (${subjects.matter.visibleIds(actor)})`
}

const onMatters: Readonly<Partial<Record<UserKind, string>>> = {
  Invoice: 'invoices',
  PurchaseOrder: 'purchase_orders',
}

/** Uses in the values of fields of the type, which name an entry by its id, and in what new records begin with. */
const inFields = (type: FieldType): readonly Use[] => [
  ...kindNames.map(
    (kind): Use => ({
      by: kinds[kind].type,
      ids: ({ organisationId, entry }) => sql`select v.record_id as id from field_values v
        join fields f on f.organisation_id = v.organisation_id and f.id = v.field_id and f.type = ${type}
        where v.organisation_id = ${organisationId} and v.record_kind = ${kind} and v.reference_id = ${entry}`,
      move: ({ app, tx, organisationId, from, into, now }) =>
        moveReferences(app, tx, { organisationId, kind, type, from: from.id, into: into.id, now }),
    }),
  ),
  {
    by: 'Field',
    ids: ({
      organisationId,
      entry,
    }) => sql`select f.id from fields f where f.organisation_id = ${organisationId}
      and f.type = ${type} and f.deleted_at is null and f.defaults @> to_jsonb(${entry})`,
    move: ({ tx, organisationId, from, into, now }) =>
      moveDefaults(tx, { organisationId, type, from: from.id, into: into.id, now }),
  },
]

/** Uses in a column of a table. */
const inColumn = (
  by: UserKind,
  { table, column, isLive = true }: { table: string; column: string; isLive?: boolean },
  move?: Use['move'],
): Use => ({
  by,
  ids: ({ organisationId, entry }) => sql`select t.id from ${sql.table(table)} t
    where t.organisation_id = ${organisationId} and ${sql.ref(`t.${column}`)} = ${entry}${
      isLive ? sql` and t.deleted_at is null` : sql``
    }`,
  ...(move ? { move } : {}),
})

export const departmentUses: readonly Use[] = [
  inColumn('User', { table: 'users', column: 'department_id', isLive: false }, (moving) =>
    movePeople(moving, ({ organisationId, from, into }, userId) =>
      personEvent(
        'user.profile.updated',
        { organisationId, userId },
        { changed: ['department_id'], changes: { departmentId: { from: from.id, to: into.id } } },
      ),
    ),
  ),
  inColumn('Department', { table: 'departments', column: 'parent_id' }, (moving) =>
    moveColumn(moving, { table: 'departments', column: 'parent_id' }, ({ organisationId, from, into }, id) =>
      departmentEvent(
        'department.updated',
        { organisationId, id },
        { changed: { parentId: { from: from.id, to: into.id } } },
      ),
    ),
  ),
  insideCostUse('department_id'),
  ...inFields('Department'),
]

export const regionUses: readonly Use[] = inFields('Region')

export const partyUses: readonly Use[] = inFields('ContractEntity')

const teamChanged = ({ from, into }: Moving) => ({ teamId: { from: from.id, to: into.id } })

export const teamUses: readonly Use[] = [
  // first: what it refuses is refused before anything else is looked at
  inColumn('ProvisionedGroup', { table: 'scim_groups', column: 'team_id', isLive: false }, refuseForTeams),
  ...kindNames.map(
    (kind): Use => ({
      by: kinds[kind].type,
      // not through access.ts: they block this regardless of who may see them
      ids: ({ organisationId, entry }) => sql`select t.id from ${sql.table(kinds[kind].many)} t
        where t.organisation_id = ${organisationId} and t.team_id = ${entry}`,
      move: ({ app, tx, organisationId, from, into, now }) =>
        app.subjects[kind].moveTeam(tx, { organisationId, from: from.id, into: into.id }, now),
    }),
  ),
  inColumn('MatterType', { table: 'matter_categories', column: 'team_id' }, (moving) =>
    moveColumn(moving, { table: 'matter_categories', column: 'team_id' }, ({ organisationId }, id) =>
      categoryEvent('matterCategory.updated', {
        organisationId,
        id,
        facts: { changed: teamChanged(moving) },
      }),
    ),
  ),
  inColumn('ContractType', { table: 'contract_templates', column: 'team_id' }, (moving) =>
    moveColumn(moving, { table: 'contract_templates', column: 'team_id' }, ({ organisationId }, id) =>
      templateEvent('contractTemplate.updated', { organisationId, id }, { changed: teamChanged(moving) }),
    ),
  ),
  inColumn('RequestType', { table: 'request_types', column: 'team_id' }, (moving) =>
    moveColumn(moving, { table: 'request_types', column: 'team_id' }, ({ organisationId }, id) =>
      requestTypeEvent('requestType.updated', { organisationId, id }, { changes: teamChanged(moving) }),
    ),
  ),
  {
    by: 'ApprovalRule',
    ids: ({ organisationId, entry }) => sql`select r.template_id as id from contract_approval_rules r
      where r.organisation_id = ${organisationId} and r.team_id = ${entry}`,
    move: (moving) =>
      moveColumn(
        moving,
        { table: 'contract_approval_rules', column: 'team_id', id: 'template_id', isDated: false },
        ({ organisationId }, id) =>
          templateEvent(
            'contractTemplate.approvals.set',
            { organisationId, id },
            { changes: teamChanged(moving) },
          ),
      ),
  },
  inColumn('View', { table: 'saved_views', column: 'team_id', isLive: false }, (moving) =>
    moveColumn(moving, { table: 'saved_views', column: 'team_id' }, ({ organisationId }, id) => ({
      name: 'view.updated',
      organisationId,
      resource: { kind: 'view', id },
      subject: null,
      facts: { changes: teamChanged(moving) },
    })),
  ),
]

export const groupUses: readonly Use[] = [
  // those out of use as well, which are in the group nevertheless
  inColumn('ContractType', { table: 'contract_templates', column: 'group_id', isLive: false }, (moving) =>
    moveColumn(
      moving,
      { table: 'contract_templates', column: 'group_id' },
      ({ organisationId, from, into }, id) =>
        templateEvent(
          'contractTemplate.updated',
          { organisationId, id },
          { changed: { groupId: { from: from.id, to: into.id } } },
        ),
    ),
  ),
]

const tagged: RecordType = kinds.matter.type

export const tagUses: readonly Use[] = [
  {
    by: tagged,
    ids: ({ organisationId, entry }) => sql`select m.matter_id as id from matter_tags m
      where m.organisation_id = ${organisationId} and m.tag_id = ${entry}`,
    move: ({ tx, organisationId, from, into, actor, now }) =>
      moveTag(tx, {
        organisationId,
        from: { id: from.id, description: from.name },
        into: { id: into.id, description: into.name },
        by: actor.userId,
        now,
      }),
  },
]

/** Uses of the options of a field. Values and defaults are moved together, when the option is taken away. */
export const optionUses = (fieldId: number): readonly Use[] => [
  ...kindNames.map(
    (kind): Use => ({
      by: kinds[kind].type,
      ids: ({ organisationId, entry }) => sql`select v.record_id as id from field_values v
        where v.organisation_id = ${organisationId} and v.record_kind = ${kind} and v.field_id = ${fieldId}
          and v.option_id = ${entry}`,
    }),
  ),
  {
    by: 'Field',
    ids: ({
      organisationId,
      entry,
    }) => sql`select f.id from fields f where f.organisation_id = ${organisationId}
      and f.id = ${fieldId} and f.defaults @> to_jsonb(${entry})`,
  },
  {
    by: 'ApprovalRule',
    ids: ({ organisationId, entry }) => sql`select r.template_id as id from contract_approval_rules r
      join field_options o on o.organisation_id = r.organisation_id and o.field_id = r.field_id
        and lower(o.value) = lower(r.value)
      where r.organisation_id = ${organisationId} and r.field_id = ${fieldId} and o.organisation_id = ${organisationId}
        and o.id = ${entry}`,
    move: ({ tx, organisationId, from, into }) => moveRuleValue(tx, { organisationId, fieldId, from, into }),
  },
]
