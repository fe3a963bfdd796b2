// A matter with all that its page shows first.
import { kinds } from '../records/kinds.ts'
import { sql } from 'kysely'
import { contractsVisibleTo } from '../contracts/access.ts'
import { contractKind } from '../contracts/contract-kind.ts'
import { askedFields } from '../fields/asked-fields.ts'
import { isOn } from '../identity/features/feature.ts'
import { requestOfMatter } from '../intake/request-of-record.ts'
import { invoicesVisibleTo } from '../invoices/access.ts'
import { mattersVisibleTo } from '../matters/access.ts'
import { matterOfType, readMatterFields } from '../matters/fields.ts'
import { seenStateSql } from '../matters/lateness.ts'
import type { Matter } from '../matters/matter.ts'
import { matterKind } from '../matters/matter-kind.ts'
import { matterMoves } from '../matters/possible-moves.ts'
import type { Involvement } from '../records/rights/involvement.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { MaySee } from '../platform/granted.ts'
import { matterNumberSql } from '../platform/display-ids.ts'
import { getInvolved } from '../records/access.ts'
import { statusNameSql } from '../records/status-names/status-name.ts'
import { tasksVisibleTo } from '../tasks/access.ts'
import { commonParts, most, needsOf, type NextDate, type RecordOverview } from './record-overview.ts'

/** The overview of a matter that the caller sees; not_found otherwise. */
export async function matterOverview(app: App, actor: Actor, id: number): Promise<RecordOverview> {
  const seen = await getInvolved(matterKind, app.db, actor, id)
  const { record, involvement } = seen
  const [{ files, messages, ...common }, fields, moves, related, tasks, invoices, tags, request] =
    await Promise.all([
      commonParts(matterKind, app, actor, seen),
      readMatterFields(app.db, record),
      movesOf(app, actor, record, involvement),
      relatedTo(app, actor, record),
      isOn(actor, 'TASKS') ? openTasks(app, actor, id) : undefined,
      isOn(actor, 'INVOICES') ? countInvoices(app, actor, id) : undefined,
      tagsOn(app, record),
      requestOfMatter(app.db, record),
    ])
  const { detail, core } = fields
  return {
    ...common,
    moves,
    forms: { detail, core },
    asked: await askedFields(app.db, matterOfType(record), fields),
    needs: needsOf(matterKind, { from: record.state, moves }, fields),
    ...related,
    counts: {
      files,
      messages,
      ...(tasks ? { openTasks: tasks.count } : {}),
      ...(invoices === undefined ? {} : { invoices }),
    },
    nextDates: tasks?.next ?? [],
    tags,
    urgent: record.urgent,
    request,
  }
}

async function movesOf(app: App, actor: Actor, matter: Matter, involvement: Involvement) {
  const row = await mattersVisibleTo(app.db, actor)
    .where('matters.id', '=', matter.id)
    .select(seenStateSql(app.clock.now()).as('seen'))
    .executeTakeFirstOrThrow()
  return matterMoves({ matter, seen: row.seen, involvement })
}

async function relatedTo({ db, config }: App, actor: Actor, { organisationId, id, parentId }: Matter) {
  const matters = mattersVisibleTo(db, actor).where('matters.organisation_id', '=', organisationId)
  const columns = [
    'matters.id',
    'matters.name',
    'matters.status as state',
    statusNameSql(matterKind, sql.ref('matters.status')).as('stateName'),
    matterNumberSql(config.displayIdPrefix, kinds.matter.many).as('displayId'),
  ] as const
  const [parent, below, contracts] = await Promise.all([
    parentId === null
      ? undefined
      : matters.where('matters.id', '=', parentId).select(columns).executeTakeFirst(),
    matters
      .where('matters.parent_id', '=', id)
      .orderBy('matters.id')
      .limit(most.related)
      .select(columns)
      .execute(),
    contractsVisibleTo(db, actor)
      .where('contracts.organisation_id', '=', organisationId)
      .where('contracts.matter_id', '=', id)
      .orderBy('contracts.id')
      .limit(most.related)
      .select([
        'contracts.id',
        'contracts.name',
        'contracts.status as state',
        statusNameSql(contractKind, sql.ref('contracts.status')).as('stateName'),
        'contracts.own_number as displayId',
      ])
      .execute(),
  ])
  return {
    parent: parent ? { ...parent, kind: kinds.matter.type } : null,
    related: [
      ...below.map((row) => ({ ...row, kind: kinds.matter.type })),
      ...contracts.map((row) => ({ ...row, kind: kinds.contract.type })),
    ],
  }
}

async function tagsOn({ db }: App, matter: Matter & MaySee) {
  return db
    .selectFrom('matter_tags')
    .innerJoin('tags', (join) =>
      join
        .onRef('tags.organisation_id', '=', 'matter_tags.organisation_id')
        .onRef('tags.id', '=', 'matter_tags.tag_id'),
    )
    .where('matter_tags.organisation_id', '=', matter.organisationId)
    .where('matter_tags.matter_id', '=', matter.id)
    .orderBy('tags.description')
    .limit(most.tags)
    .select(['tags.id', 'tags.description'])
    .execute()
}

async function openTasks({ db }: App, actor: Actor, matterId: number) {
  const open = tasksVisibleTo(db, actor)
    .where('tasks.matter_id', '=', matterId)
    .where('tasks.status', 'not in', ['Complete', 'NotRequired'])
  const [{ count }, next] = await Promise.all([
    open.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    open
      .where('tasks.due_at', 'is not', null)
      .orderBy('tasks.due_at')
      .orderBy('tasks.id')
      .limit(most.dates)
      .select(['tasks.id', 'tasks.name', sql<string>`tasks.due_at`.as('date')])
      .execute(),
  ])
  return { count, next: next.map((row): NextDate => ({ ...row, kind: 'Task' })) }
}

async function countInvoices({ db }: App, actor: Actor, matterId: number): Promise<number> {
  const { count } = await invoicesVisibleTo(db, actor)
    .where('invoices.matter_id', '=', matterId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
