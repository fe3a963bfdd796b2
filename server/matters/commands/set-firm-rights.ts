// Saying what a type of matters opens to people of other organisations.
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { badInput } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type FirmRights, readFirmRights, storedField, type TypeKey } from '../firm-rights.ts'
import { categoryEvent } from './write-matter-category.ts'

/**
 * Sets what people of other organisations who are in charge of a matter of the type may change of it, from now on, and
 * whether they put colleagues of theirs on it. For administrators of the organisation. Nothing happens when it is that
 * already.
 */
export function setFirmRights(app: App, actor: Actor, type: TypeKey, next: FirmRights): Promise<void> {
  const { organisationId, id } = type
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    const before = shownOf(await readFirmRights(tx, type))
    const fieldIds = await fieldsNamed(tx, organisationId, next.fieldNames)
    const after = shownOf(next)
    if (JSON.stringify(before) === JSON.stringify(after)) return { result: undefined, events: [] }
    await tx
      .updateTable('matter_categories')
      .set({
        firm_rights: [...new Set([...next.rights, ...fieldIds.map(storedField)])],
        firms_add_colleagues: next.addColleagues,
        updated_at: now,
      })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute()
    const facts = { changed: { firmRights: { from: before, to: after } } }
    return {
      result: undefined,
      events: [categoryEvent('matterCategory.updated', { organisationId, id, facts })],
    }
  })
}

/** In one order, for comparing and for the history. */
const shownOf = ({ rights, fieldNames, addColleagues }: FirmRights) => ({
  mayChange: [
    ...new Set([...rights, ...fieldNames.map((name) => `fields.${name.toLowerCase()}`)]),
  ].toSorted(),
  addColleagues,
})

async function fieldsNamed(
  tx: Tx,
  organisationId: number,
  names: readonly string[],
): Promise<readonly number[]> {
  if (names.length === 0) return []
  const rows = await tx
    .selectFrom('fields')
    .where('organisation_id', '=', organisationId)
    .where('deleted_at', 'is', null)
    // those that show a property of the matter are opened as that, if at all
    .where('entity_column', 'is', null)
    .where((eb) =>
      eb(
        eb.fn<string>('lower', ['api_name']),
        'in',
        names.map((name) => name.toLowerCase()),
      ),
    )
    .select(['id', 'api_name'])
    .execute()
  const known = new Set(rows.map(({ api_name }) => api_name.toLowerCase()))
  const unknown = names.find((name) => !known.has(name.toLowerCase()))
  if (unknown !== undefined)
    throw badInput(
      'mayChange',
      `must name fields of the organisation: there is no field ${unknown} that can be opened.`,
    )
  return rows.map(({ id }) => id)
}
