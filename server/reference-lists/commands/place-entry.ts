// Moving an entry of a list that has an order of its own.
import { sql } from 'kysely'
import { templateEvent } from '../../contracts/commands/write-contract-template.ts'
import { fieldChanged } from '../../fields/events.ts'
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, conflict, notFound } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { getList, isEntrySql, type ReferenceList } from '../reference-list.ts'

interface Placing {
  readonly list: string
  readonly entryId: number
  /** The entry that it comes after; null for the first place. */
  readonly after: number | null
}

/**
 * Puts the entry behind another one, or first; nothing happens where it is there already. For administrators. Throws
 * not_found for the entry, 400 for another one that is not of the list, conflict for a list in the order of its names.
 */
export function placeEntry(app: App, actor: Actor, { list: name, entryId, after }: Placing): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { organisationId } = actor
    // moves at the same time follow one another
    await getOrganisationToChange(tx, actor, organisationId)
    const list = await getList(tx, actor, name)
    if (!list.ordered) throw conflict('The entries of this list are in the order of their names.')
    const entries = await readOrder(tx, list, organisationId)
    const from = entries.findIndex(({ id }) => id === entryId)
    const moved = entries[from]
    if (!moved) throw notFound()
    const others = entries.filter(({ id }) => id !== entryId)
    const before = after === null ? 0 : others.findIndex(({ id }) => id === after) + 1
    if (after !== null && before === 0) throw badInput('after', 'must be another entry of the list.')
    if (before === from) return { result: undefined, events: [] }
    const order = [...others.slice(0, before), moved, ...others.slice(before)].map(({ id }) => id)
    await sql`update ${sql.table(list.table)} set position = o.place, updated_at = ${now}
      from unnest(${order}::bigint[]) with ordinality as o (id, place)
      where ${sql.table(list.table)}.organisation_id = ${organisationId} and ${sql.table(list.table)}.id = o.id
        and ${sql.table(list.table)}.position <> o.place`.execute(tx)
    const place = { place: { from: from + 1, to: before + 1 } }
    const event = list.field
      ? fieldChanged(list.field, {
          optionPlace: { from: `${from + 1}. ${moved.name}`, to: `${before + 1}. ${moved.name}` },
        })
      : templateEvent('contractGroup.updated', { organisationId, id: entryId }, { changed: place })
    return { result: undefined, events: [event] }
  })
}

async function readOrder(tx: Tx, list: ReferenceList, organisationId: number) {
  const label = sql.ref(`e.${list.label}`)
  const { rows } = await sql<{ readonly id: number; readonly name: string }>`select e.id, ${label} as name
    from ${sql.table(list.table)} e where ${isEntrySql(list, organisationId)} order by e.position, lower(${label}), e.id`.execute(
    tx,
  )
  return rows
}
