// Adding clauses to the library and changing them: title, category and owner, and texts as versions.
import { isActivePersonOf } from '../../identity/users/people-on-records.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, conflict } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import { differencesOf } from '../../platform/events/differences.ts'
import { violates, type Tx } from '../../platform/postgres/database.ts'
import { getClauseForUpdate, getLibraryToChange } from './access.ts'
import { checkContent, checkKey, type ClauseContent, keyFromTitle } from './clause.ts'
import { clauseEvent } from './events.ts'

export interface ClauseProperties {
  readonly title: string
  readonly category: string
  readonly ownerId: string
}

export interface NewClause extends Omit<ClauseProperties, 'ownerId'> {
  /** Made of the title if absent. */
  readonly key?: string | undefined
  /** The actor if absent. */
  readonly ownerId?: string | undefined
  readonly content: ClauseContent
  readonly reason: string
}

interface ClauseKey {
  readonly organisationId: number
  readonly id: number
}

type CheckVersion = (version: number) => void

/**
 * Adds a clause as a draft and returns its id. For administrators. Throws bad_request naming what is wrong, and
 * conflict for a key that another clause has, a retired one as well.
 */
export function createClause(app: App, actor: Actor, clause: NewClause): Promise<number> {
  const key = clause.key ?? keyFromTitle(clause.title)
  if (key === '') throw badInput('key', 'is missing: the title has neither letters nor digits.')
  checkKey(key)
  checkContent(clause.content)
  return change(app, actor, async (tx, now) => {
    const { organisationId } = actor
    await getLibraryToChange(tx, actor, organisationId)
    await checkRoom(tx, 'clauses', { organisationId })
    const { title, category, ownerId = actor.userId } = clause
    await checkOwner(tx, organisationId, ownerId)
    const { id } = await tx
      .insertInto('clauses')
      .values({
        organisation_id: organisationId,
        key,
        title,
        category,
        owner_id: ownerId,
        latest_version: 1,
        created_by: actor.userId,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        if (!violates(error, 'clauses_key_unique')) throw error
        throw conflict(`There is a clause with the key ${key} already. Give this one another key.`)
      })
    const { content, reason } = clause
    await insertVersion(tx, { organisationId, id }, { version: 1, content, reason, by: actor.userId, now })
    const event = clauseEvent('clause.created', { organisationId, id }, { name: title, category, ownerId })
    return { result: id, events: [event] }
  })
}

async function checkOwner(tx: Tx, organisationId: number, ownerId: string): Promise<void> {
  if (await isActivePersonOf(tx, organisationId, ownerId)) return
  throw badInput('ownerId', 'must be a person of the organisation.')
}

interface NewVersion {
  readonly version: number
  readonly content: ClauseContent
  readonly reason: string
  readonly by: string
  readonly now: Date
}

const insertVersion = (
  tx: Tx,
  { organisationId, id }: ClauseKey,
  { version, content, reason, by, now }: NewVersion,
) =>
  tx
    .insertInto('clause_versions')
    .values({
      organisation_id: organisationId,
      clause_id: id,
      version,
      content: JSON.stringify(content),
      reason,
      set_by: by,
      set_at: now,
    })
    .execute()

/** Changes title, category or owner; an absent property is kept. For administrators; throws not_found. */
export function updateClause(
  app: App,
  actor: Actor,
  id: number,
  {
    changes,
    checkVersion,
  }: { readonly changes: Partial<ClauseProperties>; readonly checkVersion: CheckVersion },
): Promise<void> {
  const key = { organisationId: actor.organisationId, id }
  return change(app, actor, async (tx, now) => {
    const clause = await getClauseForUpdate(tx, actor, key)
    checkVersion(clause.version)
    const next = { ...clause, ...changes }
    const changed = differencesOf<ClauseProperties, keyof ClauseProperties>(clause, next, [
      'title',
      'category',
      'ownerId',
    ])
    if (Object.keys(changed).length === 0) return { result: undefined, events: [] }
    if (changed.ownerId) await checkOwner(tx, key.organisationId, next.ownerId)
    await tx
      .updateTable('clauses')
      .set({
        title: next.title,
        category: next.category,
        owner_id: next.ownerId,
        version: clause.version + 1,
        updated_at: now,
      })
      .where('organisation_id', '=', key.organisationId)
      .where('id', '=', id)
      .execute()
    return { result: undefined, events: [clauseEvent('clause.updated', key, { changed })] }
  })
}

/**
 * Adds a version of the texts, with the reason for it. It is used once it is approved. For administrators; throws
 * bad_request for what is no content, conflict for a retired clause and for texts that are what they were.
 */
export function addClauseVersion(
  app: App,
  actor: Actor,
  id: number,
  given: {
    readonly content: ClauseContent
    readonly reason: string
    readonly checkVersion: CheckVersion
  },
): Promise<void> {
  const { content, reason, checkVersion } = given
  checkContent(content)
  const key = { organisationId: actor.organisationId, id }
  return change(app, actor, async (tx, now) => {
    const clause = await getClauseForUpdate(tx, actor, key)
    checkVersion(clause.version)
    if (clause.isRetired) throw conflict('The clause is retired. Restore it before you change it.')
    await checkDiffers(tx, key, { content, version: clause.latestVersion })
    await checkRoom(tx, 'clauseVersions', key)
    const version = clause.latestVersion + 1
    await insertVersion(tx, key, { version, content, reason, by: actor.userId, now })
    await tx
      .updateTable('clauses')
      .set({ latest_version: version, version: clause.version + 1, updated_at: now })
      .where('organisation_id', '=', key.organisationId)
      .where('id', '=', id)
      .execute()
    const facts = { name: clause.title, version: { from: version - 1, to: version }, reason }
    return { result: undefined, events: [clauseEvent('clause.updated', key, facts)] }
  })
}

async function checkDiffers(
  tx: Tx,
  { organisationId, id }: ClauseKey,
  { content, version }: { readonly content: ClauseContent; readonly version: number },
): Promise<void> {
  const before = await tx
    .selectFrom('clause_versions')
    .where('organisation_id', '=', organisationId)
    .where('clause_id', '=', id)
    .where('version', '=', version)
    .where('content', '=', JSON.stringify(content))
    .select('version')
    .executeTakeFirst()
  if (before) throw conflict('Nothing is changed: the texts are those of the latest version.')
}
