// Inserting the row of a new file, folder or link.
import { type Insertable, sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Subject } from '../platform/subject.ts'
import { prepared } from '../platform/postgres/prepared.ts'
import { placeholder, statementFamily } from '../platform/postgres/statement.ts'
import type { FilesTable } from '../platform/postgres/tables.ts'
import { type File, subjectColumn } from './file.ts'
import { indexSoon } from './texts/queue-indexing.ts'
import { folderColumns } from './tree.ts'

interface NewRow
  extends Pick<
    Insertable<FilesTable>,
    | 'name'
    | 'version'
    | 'size'
    | 'content_type'
    | 'description'
    | 'linked'
    | 'web_uri'
    | 'private'
    | 'task_id'
  > {
  readonly id?: number
  readonly kind: File['kind']
  readonly subject: Subject
  /** Null in the root of the subject. */
  readonly folder: File | null
  readonly now: Date
}

/** Inserts the row and returns what events need; undefined if the name is taken in its folder. */
export async function insertFileRow(
  tx: Tx,
  actor: Pick<Actor, 'userId'>,
  { subject, folder, now, ...row }: NewRow,
): Promise<Pick<File, 'organisationId' | 'id' | 'kind' | 'subject' | 'name'> | undefined> {
  const { organisationId } = subject
  const inserted = await tx
    .insertInto('files')
    .values({
      ...row,
      organisation_id: organisationId,
      [subjectColumn(subject)]: subject.id,
      ...folderColumns(folder),
      created_by: actor.userId,
      created_at: now,
      updated_by: actor.userId,
      updated_at: now,
    })
    .onConflict((taken) => taken.doNothing())
    .returning('id')
    .withPlugin(prepared)
    .executeTakeFirst()
  if (inserted) indexSoon(tx, { organisationId, id: inserted.id })
  return inserted && { organisationId, id: inserted.id, kind: row.kind, subject, name: row.name }
}

interface NewFileRow extends Pick<File, 'id' | 'name' | 'description'> {
  readonly subject: Subject
  readonly taskId: number | null
  readonly version: number
  readonly size: number
  readonly contentType: string
  readonly isPrivate: boolean
  readonly folder: File | null
  readonly now: Date
}

type Values = ReturnType<typeof valuesOf>

const valuesOf = ({ userId }: Pick<Actor, 'userId'>, { subject, folder, ...row }: NewFileRow) => ({
  ...row,
  ...folderColumns(folder),
  organisationId: subject.organisationId,
  subjectId: subject.id,
  userId,
})

// one for each kind of record
const inserts = statementFamily<Values, never>(40)

/**
 * The same for a file under an id that was taken for it, sent with what follows in the transaction. Its failure,
 * because its name is taken, is explained by `explain`.
 */
export function sendFileRow(
  tx: Tx,
  actor: Pick<Actor, 'userId'>,
  file: NewFileRow,
  explain: (error: unknown) => unknown,
): void {
  const column = subjectColumn(file.subject)
  const insert = inserts.get(column, () => {
    const of = <Value>(read: (values: Values) => Value) => placeholder(read)
    return sql`insert into files (organisation_id, id, kind, ${sql.ref(column)}, name, version, size, content_type, description,
        private, task_id, folder_id, folder_ids, shielded, shielded_for, created_by, created_at, updated_by, updated_at)
      values (${of((file) => file.organisationId)}, ${of(({ id }) => id)}, 'File', ${of((file) => file.subjectId)},
        ${of(({ name }) => name)}, ${of(({ version }) => version)}, ${of(({ size }) => size)}, ${of((file) => file.contentType)},
        ${of(({ description }) => description)}, ${of((file) => file.isPrivate)}, ${of(({ taskId }) => taskId)},
        ${of((file) => file.folder_id)}, ${of((file) => file.folder_ids)}, ${of(({ shielded }) => shielded)},
        ${of((file) => file.shielded_for)}, ${of((file) => file.userId)}, ${of(({ now }) => now)},
        ${of((file) => file.userId)}, ${of(({ now }) => now)})`
  })
  insert.send(tx, valuesOf(actor, file), explain)
  indexSoon(tx, { organisationId: file.subject.organisationId, id: file.id })
}
