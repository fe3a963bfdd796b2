// Creating, renaming and deleting groups of contract templates.
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import type { VersionChecked } from '../../platform/version-checked.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import { checkName, findGroup, templateEvent } from './write-contract-template.ts'

interface GroupKey {
  readonly organisationId: number
  readonly id: number
}

/**
 * Creates the group and returns its id. For administrators of the organisation. Throws conflict when there is one of
 * that name.
 */
export function createContractGroup(
  app: App,
  actor: Actor,
  { organisationId, name: given }: { readonly organisationId: number; readonly name: string },
): Promise<number> {
  const name = given.trim()
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    await checkFree(tx, organisationId, name)
    await checkRoom(tx, 'contractGroups', { organisationId })
    const { id } = await tx
      .insertInto('contract_groups')
      .values(({ selectFrom }) => ({
        organisation_id: organisationId,
        name,
        // the last one
        position: selectFrom('contract_groups')
          .where('organisation_id', '=', organisationId)
          .select(({ fn, eb }) => eb(fn.coalesce(fn.max('position'), eb.lit(0)), '+', 1).as('place')),
        created_at: now,
        updated_at: now,
      }))
      .returning('id')
      .executeTakeFirstOrThrow()
    return { result: id, events: [templateEvent('contractGroup.created', { organisationId, id }, { name })] }
  })
}

/** Renames the group. For administrators of the organisation. Throws conflict when another one has the name. */
export function renameContractGroup(
  app: App,
  actor: Actor,
  { checkVersion, ...key }: GroupKey & VersionChecked,
  given: string,
): Promise<void> {
  const name = given.trim()
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, key.organisationId)
    const before = await findGroup(tx, key.organisationId, key)
    if (!before) throw notFound()
    checkVersion?.(before.version)
    if (before.name === name) return { result: undefined, events: [] }
    await checkFree(tx, key.organisationId, name, key.id)
    await tx
      .updateTable('contract_groups')
      .set(({ eb }) => ({ name, version: eb('version', '+', 1), updated_at: now }))
      .where('organisation_id', '=', key.organisationId)
      .where('id', '=', key.id)
      .execute()
    const changed = { name: { from: before.name, to: name } }
    return { result: undefined, events: [templateEvent('contractGroup.updated', key, { changed })] }
  })
}

/**
 * Deletes an empty group. For administrators of the organisation. Throws conflict while types are in it, out of use or
 * not.
 */
export function deleteContractGroup(app: App, actor: Actor, key: GroupKey): Promise<void> {
  return change(app, actor, async (tx) => {
    await getOrganisationToChange(tx, actor, key.organisationId)
    const group = await findGroup(tx, key.organisationId, key)
    if (!group) throw notFound()
    const { count } = await tx
      .selectFrom('contract_templates')
      .where('organisation_id', '=', key.organisationId)
      .where('group_id', '=', key.id)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count > 0) {
      const types = count === 1 ? '1 contract type is' : `${count} contract types are`
      throw conflict(`${types} in this group, counting those out of use. Put them into another one first.`)
    }
    await tx
      .deleteFrom('contract_groups')
      .where('organisation_id', '=', key.organisationId)
      .where('id', '=', key.id)
      .execute()
    const facts = { name: group.name }
    return { result: undefined, events: [templateEvent('contractGroup.deleted', key, facts)] }
  })
}

async function checkFree(tx: Tx, organisationId: number, name: string, id?: number): Promise<void> {
  checkName(name)
  const same = await findGroup(tx, organisationId, { name })
  if (same && same.id !== id) throw conflict(`There is a group named ${same.name} already.`)
}
