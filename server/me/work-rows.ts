// What the sources of waiting work share: the columns of their rows.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { matterNumberSql } from '../platform/display-ids.ts'
import { kinds, type RecordType } from '../records/kinds.ts'
import type { Work } from './work-order.ts'

/** How many of a kind are listed at most. */
export const mostOfKind = 100

/** For whom work is read. */
export interface Reading {
  readonly app: App
  readonly actor: Actor
}

/** Of rows that are joined with matters. */
export const matterColumns = ({ app: { config } }: Reading) =>
  [
    'matters.id as recordId',
    'matters.name as recordName',
    matterNumberSql(config.displayIdPrefix, kinds.matter.many).as('displayId'),
  ] as const

/** The name of the person in the column. */
export const nameOf = (column: string) =>
  sql<string | null>`(select u.first_name || ' ' || u.last_name from users u where u.id = ${sql.ref(column)})`

/** Who asks, from such columns. */
export const askerIn = (row: {
  readonly askedBy: string | null
  readonly askedByName: string | null
}): Work['by'] => (row.askedBy === null ? null : { id: row.askedBy, name: row.askedByName ?? '' })

interface RecordRow {
  readonly recordId: number
  readonly recordName: string
  readonly displayId: string | null
}

/** The record that a row is of. */
export const recordIn = (
  kind: RecordType,
  { recordId, recordName, displayId }: RecordRow,
): Work['record'] => ({
  kind,
  id: recordId,
  displayId,
  name: recordName,
})
