// Which version of a clause is used: approving one, retiring the clause, restoring and deleting it.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, conflict } from '../../platform/errors.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { getClauseForUpdate, type HeldClause } from './access.ts'
import type { ClauseContent } from './clause.ts'
import { clauseEvent } from './events.ts'
import { checkTemplatesFit } from './template-clauses.ts'
import { typeWithClause } from './uses.ts'

type CheckVersion = (version: number) => void

/**
 * Makes a version the one that is used from now on: the latest, or an earlier one to go back to. For administrators;
 * throws bad_request for a version that is not there, conflict for a retired clause.
 */
export function approveClause(
  app: App,
  actor: Actor,
  id: number,
  { approve, checkVersion }: { readonly approve: number; readonly checkVersion: CheckVersion },
): Promise<void> {
  const key = { organisationId: actor.organisationId, id }
  return change(app, actor, async (tx, now) => {
    const clause = await getClauseForUpdate(tx, actor, key)
    checkVersion(clause.version)
    if (clause.isRetired) throw conflict('The clause is retired. Restore it before you approve a version.')
    if (approve > clause.latestVersion)
      throw badInput('version', `must be one of the clause: its latest is ${clause.latestVersion}.`)
    if (approve === clause.approvedVersion) return { result: undefined, events: [] }
    const { content } = await tx
      .updateTable('clause_versions')
      .set({ approved_by: actor.userId, approved_at: now })
      .where('organisation_id', '=', key.organisationId)
      .where('clause_id', '=', id)
      .where('version', '=', approve)
      .returning('content')
      .executeTakeFirstOrThrow()
    await checkTemplatesFit(tx, clause, content as unknown as ClauseContent)
    await write(tx, clause, { approved_version: approve, updated_at: now })
    const facts = { name: clause.title, approvedVersion: { from: clause.approvedVersion, to: approve } }
    return { result: undefined, events: [clauseEvent('clause.approved', key, facts)] }
  })
}

const write = (
  tx: Tx,
  { organisationId, id, version }: HeldClause & MayChange,
  columns: {
    readonly approved_version?: number
    readonly deleted_at?: Date | null
    readonly updated_at: Date
  },
) =>
  tx
    .updateTable('clauses')
    .set({ ...columns, version: version + 1 })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()

function move(app: App, actor: Actor, id: number, isRetired: boolean): Promise<void> {
  const key = { organisationId: actor.organisationId, id }
  return change(app, actor, async (tx, now) => {
    const clause = await getClauseForUpdate(tx, actor, key)
    if (clause.isRetired === isRetired) return { result: undefined, events: [] }
    const used = isRetired ? await typeWithClause(tx, key) : undefined
    if (used !== undefined)
      throw conflict(
        `The document of the contract type ${used} has the clause. Give it another document first.`,
      )
    await write(tx, clause, { deleted_at: isRetired ? now : null, updated_at: now })
    const facts = { name: clause.title, retired: { from: !isRetired, to: isRetired } }
    return { result: undefined, events: [clauseEvent('clause.updated', key, facts)] }
  })
}

/**
 * Takes the clause out of use: it is kept, and goes into no other document. For administrators; throws conflict while
 * the document of a contract type in use has it.
 */
export const retireClause = (app: App, actor: Actor, id: number): Promise<void> => move(app, actor, id, true)

/** Takes it into use again, with the version that was approved. For administrators. */
export const restoreClause = (app: App, actor: Actor, id: number): Promise<void> =>
  move(app, actor, id, false)

/** Deletes a clause with its versions. For administrators; throws conflict for one that was ever approved. */
export function deleteClause(app: App, actor: Actor, id: number): Promise<void> {
  const key = { organisationId: actor.organisationId, id }
  return change(app, actor, async (tx) => {
    const { title, ...clause } = await getClauseForUpdate(tx, actor, key)
    if (clause.approvedVersion !== null)
      throw conflict('A version of the clause was approved, so documents may have it. Retire it instead.')
    await tx
      .deleteFrom('clauses')
      .where('organisation_id', '=', key.organisationId)
      .where('id', '=', id)
      .execute()
    const events: readonly DomainEvent[] = [clauseEvent('clause.deleted', key, { name: title })]
    return { result: undefined, events }
  })
}
