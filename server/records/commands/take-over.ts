// Taking over a record that nobody of its organisation may open any more.
import { type Kysely, sql, type SqlBool } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { badInput, conflict, notFound } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { selectedAs } from '../../platform/postgres/prepared.ts'
import { visibleTo } from '../access.ts'
import { handOver } from '../hand-over.ts'
import type { RecordBase, RecordKind, RecordTables } from '../record-kind.ts'
import { involvementColumns, involvementIn, type Known, may } from '../rights/involvement.ts'
import type { Row } from '../run-for-caller.ts'
import { hasSomebodySql } from '../somebody.ts'
import { recordEvent } from './delete-record.ts'

/**
 * Makes the actor the owner of a record of their organisation that nobody of it may open. The reason is in the history,
 * and the people on the record are notified of it. For administrators; not_found for what they may not know of,
 * conflict while somebody may open it.
 */
export function takeOver<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  app: App,
  actor: Actor,
  { id, reason }: { readonly id: number; readonly reason: string },
): Promise<void> {
  if (reason === '') throw badInput('reason', 'is missing: why you take it over, for the history.')
  return change(app, actor, async (tx, now) => {
    const { organisationId } = actor
    // people's rights change under a lock of the organisation: nobody gets the record between this and the commit
    await sql`select id from organisations where id = ${organisationId} for share`.execute(tx)
    const found = await hold(kind, tx, actor, id)
    if (!found || !may(involvementIn(kind, actor, found), 'takeOver')) throw notFound()
    const sees = (await visibleTo(kind, tx, actor).where(hasIdSql(kind, id)).select(one).execute()).length > 0
    // of records that are not restricted, administrators know only what they see
    if (found.hasSomebody && !found.restricted && !sees) throw notFound()
    if (found.hasSomebody)
      throw conflict(
        `People of your organisation can open this ${kind.kind}: its owner or a member can make you one.`,
      )
    const given = await handOver(
      kind,
      tx,
      { organisationId, id },
      { to: actor.userId, by: actor.userId, now },
    )
    const taken = recordEvent(kind, { organisationId, id }, 'takenOver', { reason })
    return { result: undefined, events: [taken, ...given] }
  })
}

const one = sql`1`.as('one')
const hasIdSql = ({ table }: RecordTables, id: number) => sql<SqlBool>`${sql.ref(`${table}.id`)} = ${id}`

interface Held extends Known {
  readonly restricted: boolean
  readonly hasSomebody: boolean
}

async function hold(kind: RecordTables, tx: Tx, actor: Actor, id: number): Promise<Held | undefined> {
  const { table } = kind
  const { organisationId } = actor
  // not through access.ts: nobody sees it
  const row = await (tx as unknown as Kysely<{ record: Row }>)
    .selectFrom(table as 'record')
    .where(sql<SqlBool>`${sql.ref(`${table}.organisation_id`)} = ${organisationId} and ${hasIdSql(kind, id)}`)
    .where(sql<SqlBool>`${sql.ref(`${table}.deleted_at`)} is null`)
    .select(selectedAs(involvementColumns(kind, actor)))
    .select([
      sql<boolean>`${sql.ref(`${table}.restricted`)}`.as('restricted'),
      hasSomebodySql(kind, organisationId).as('hasSomebody'),
    ])
    .modifyEnd(sql`for no key update of ${sql.table(table)}`)
    .executeTakeFirst()
  return row as unknown as Held | undefined
}
