// Who may see mail: a thread belongs to its person. What is tracked to a record is visible to everyone who may see the
// record and, if it is tracked to a file, that file.
import { kindNames, kinds, type RecordKindName } from '../records/kinds.ts'
import { type SqlBool, sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { filesVisibleTo } from '../files/access.ts'

/** The actor's own threads. Queries start here. */
export const threadsOf = (db: Reader, actor: Actor) =>
  db
    .selectFrom('email_threads')
    .where('email_threads.organisation_id', '=', actor.organisationId)
    .where('email_threads.user_id', '=', actor.userId)

/** The actor's own drafts. Queries start here. */
export const draftsOf = (db: Reader, actor: Actor) =>
  db
    .selectFrom('email_drafts')
    .where('email_drafts.organisation_id', 'in', [...actor.organisationIds])
    .where('email_drafts.user_id', '=', actor.userId)

/** Trackings by anybody, to records that the actor may see. */
export function trackingsVisibleTo(app: Pick<App, 'subjects'>, db: Reader, actor: Actor) {
  const onRecord = (kind: RecordKindName) =>
    app.subjects[kind].isToSee(db, actor, {
      organisationId: 'email_trackings.organisation_id',
      id: `email_trackings.${kinds[kind].recordId}`,
    })
  const file = filesVisibleTo(app, db, actor)
    .where('files.organisation_id', '=', sql.ref<number>('email_trackings.organisation_id'))
    .where('files.id', '=', sql.ref<number>('email_trackings.file_id'))
    .select(sql`1`.as('one'))
  return db
    .selectFrom('email_trackings')
    .where('email_trackings.organisation_id', 'in', [...actor.organisationIds])
    .where(sql<SqlBool>`(${sql.join(kindNames.map(onRecord), sql` or `)})`)
    .where(sql<SqlBool>`(email_trackings.file_id is null or exists ${file})`)
}
