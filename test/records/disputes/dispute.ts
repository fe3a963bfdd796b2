// What is done with disputes: creating one, changing it, who is on it, what goes with it when it is purged.
import { sql } from 'kysely'
import { noForm } from '../../../server/fields/form.ts'
import {
  type ReadFieldUpdate,
  readRecordFields,
  updateRecordFields,
} from '../../../server/fields/record-fields.ts'
import type { Actor } from '../../../server/platform/actor.ts'
import type { App } from '../../../server/platform/app.ts'
import { change, type DomainEvent } from '../../../server/platform/events/change.ts'
import { differencesOf } from '../../../server/platform/events/differences.ts'
import type { Reader, Tx } from '../../../server/platform/postgres/database.ts'
import type { MaySee } from '../../../server/platform/granted.ts'
import { takeId } from '../../../server/platform/postgres/take-id.ts'
import { lockToSee } from '../../../server/records/access.ts'
import { addMember } from '../../../server/records/commands/add-member.ts'
import { deleteRecord } from '../../../server/records/commands/delete-record.ts'
import { permittedMember } from '../../../server/records/commands/permitted-member.ts'
import type { PurgedKind } from '../../../server/records/commands/purge-record.ts'
import { ownerStays, removeMember } from '../../../server/records/commands/remove-member.ts'
import { handOver } from '../../../server/records/hand-over.ts'
import { countMove, countNewRecord } from '../../../server/records/lists/record-counts.ts'
import { insertFirstMembers, insertMembers } from '../../../server/records/new-members.ts'
import { changesAsked, permittedChanges, permittedFields } from '../../../server/records/rights/access.ts'
import { checkSomebodyStays, mayLoseSomebody } from '../../../server/records/somebody.ts'
import type { RecordChangesV2 } from '../../../server/records/v2/changes.ts'
import type { MemberWireV2 } from '../../../server/records/v2/members.ts'
import { dispute, type Dispute, disputeEvent, disputeKind } from './dispute-kind.ts'

/** The changes: an absent property is kept, null clears it. */
export interface DisputeChanges
  extends Partial<Pick<Dispute, 'name' | 'status' | 'ownerId' | 'restricted' | 'externalId' | 'parentId'>> {
  readonly fields?: ReadFieldUpdate
}

/** The right that each property asks for; the kind has none of its own. */
const rights = {
  name: 'name',
  status: 'name',
  ownerId: 'ownerId',
  restricted: 'restricted',
  externalId: 'externalId',
  parentId: 'parentId',
} as const satisfies Readonly<Record<string, Parameters<typeof changesAsked>[1][number]['right']>>

const properties = Object.keys(rights) as (keyof typeof rights)[]

/** Creates a dispute of the actor, who is its owner. */
export const createDispute = (app: App, actor: Actor, name: string): Promise<number> =>
  change(app, actor, async (tx, now) => {
    const id = await takeId(tx, 'disputes')
    const { organisationId, userId } = actor
    await sql`insert into disputes (organisation_id, id, name, status, owner_id, created_by, created_at, updated_at,
        last_activity_at)
      values (${organisationId}, ${id}, ${name}, 'Open', ${userId}, ${userId}, ${now}, ${now}, ${now})`.execute(
      tx,
    )
    insertFirstMembers(tx, disputeKind, { organisationId, id }, { userIds: [userId], addedBy: userId, now })
    const counted = { organisationId, teamId: null, status: 'Open', restricted: false, inIntake: false }
    countNewRecord(tx, disputeKind, counted, [userId])
    return {
      result: id,
      events: [disputeEvent({ organisationId, id }, 'created', { name, ownerId: userId })],
    }
  })

/** Its fields: those of the one form that all disputes share. */
export async function readDisputeFields(db: Reader, record: Dispute & MaySee) {
  const { organisationId } = record
  const core = { organisationId, form: 'DisputeCore' as string as 'MatterCore' } as const
  const read = await readRecordFields(db, { ...record, kind: dispute }, { detail: core, core }, {})
  return { ...read, detail: noForm }
}

/** Applies the changes to the version that the caller has read. */
export const updateDispute: (
  ...args: Parameters<RecordChangesV2<DisputeChanges>['update']>
) => Promise<void> = (app, actor, id, { changes, checkVersion }) =>
  changeDispute(app, actor, id, ({ version }) => {
    checkVersion(version)
    return changes
  })

/** Applies the changes that `decide` makes of the dispute as it is, all or none. */
export const changeDispute = (
  app: App,
  actor: Actor,
  id: number,
  decide: (record: Dispute) => DisputeChanges,
): Promise<void> =>
  change(app, actor, async (tx, now) => {
    const { record, involvement } = await lockToSee(disputeKind, { tx, actor, now }, id)
    const { fields, ...asked } = decide(record)
    const given = properties
      .filter((name) => asked[name] !== undefined)
      .map((name) => ({ right: rights[name], path: name, isChange: asked[name] !== record[name] }))
    const changing = fields && given.length === 0 ? [] : changesAsked(involvement, given)
    const before = permittedChanges(record, involvement, changing)
    const subject = { ...before, kind: dispute }
    const current = await readDisputeFields(tx, before)
    const ofFields = fields
      ? await updateRecordFields(tx, subject, current, {
          input: fields(current),
          state: before.status,
          permit: (changed) => permittedFields(subject, involvement, changed),
        })
      : { changes: {} }
    const next = { ...before, ...asked, version: before.version + 1 }
    const events = eventsOf(before, next, ofFields.changes)
    if (events.length === 0) return { result: undefined, events }
    await write(tx, next, now)
    countMove(tx, disputeKind, before, { before, after: next })
    if (next.ownerId !== before.ownerId) {
      await insertMembers(tx, disputeKind, next, { userIds: [next.ownerId], addedBy: actor.userId, now })
    }
    if (mayLoseSomebody(before, next)) await checkSomebodyStays(disputeKind, tx, before)
    return { result: undefined, events }
  })

const write = (tx: Tx, next: Dispute, now: Date) =>
  sql`update disputes set name = ${next.name}, status = ${next.status}, owner_id = ${next.ownerId},
      restricted = ${next.restricted}, external_id = ${next.externalId}, parent_id = ${next.parentId},
      version = ${next.version}, updated_at = ${now}, last_activity_at = ${now}
    where organisation_id = ${next.organisationId} and id = ${next.id}`.execute(tx)

function eventsOf(before: Dispute, next: Dispute, ofFields: object): readonly DomainEvent[] {
  const changes = { ...differencesOf(before, next, properties), ...ofFields }
  if (Object.keys(changes).length === 0) return []
  const updated = disputeEvent(next, 'updated', { changes })
  if (before.status === next.status) return [updated]
  return [updated, disputeEvent(next, 'status.updated', { from: before.status, to: next.status })]
}

/** Moves it into the bin. */
export const deleteDispute: RecordChangesV2<DisputeChanges>['delete'] = (app, actor, id, check) =>
  deleteRecord(disputeKind, app, actor, { id, check, reasonToKeep: async () => undefined })

/** Makes the person a member, and the owner if the roles say so. */
export const setDisputeMember: MemberWireV2['set'] = (app, actor, recordId, { userId, roles }) =>
  change(app, actor, async (tx, now) => {
    const { record, involvement } = await lockToSee(disputeKind, { tx, actor, now }, recordId)
    const isOwner = roles.has('Owner')
    const asked = { kind: disputeKind, record, involvement }
    const held = await permittedMember(tx, actor, asked, { userId, role: isOwner ? 'roles' : undefined })
    if (held.ownerId === userId && !isOwner) throw ownerStays('dispute')
    const added = await addMember(disputeKind, { tx, actor, now }, held, userId)
    const given = isOwner ? await handOver(disputeKind, tx, held, { to: userId, by: actor.userId, now }) : []
    return {
      result: undefined,
      events: [...(added ? [disputeEvent(held, 'member.added', { userId })] : []), ...given],
    }
  })

/** Takes the person off the dispute. */
export const removeDisputeMember: MemberWireV2['remove'] = (app, actor, recordId, userId) =>
  change(app, actor, async (tx, now) => {
    const record = await removeMember(disputeKind, { tx, actor, now }, { recordId, userId })
    return { result: undefined, events: [disputeEvent(record, 'member.removed', { userId })] }
  })

const attached = ['dispute_messages', 'dispute_status_messages', 'email_trackings', 'inbound_mails']

export const purgedDisputes: PurgedKind = {
  kind: disputeKind,
  clear: async (tx, { organisationId, id }) => {
    for (const table of attached) {
      await sql`delete from ${sql.table(table)} where organisation_id = ${organisationId} and dispute_id = ${id}`.execute(
        tx,
      )
    }
    await sql`update disputes set parent_id = null where organisation_id = ${organisationId} and parent_id = ${id}`.execute(
      tx,
    )
    return { facts: {}, events: [] }
  },
  clearRest: async () => undefined,
}
