// Moving an entry of a list that has an order of its own.
import { sql } from 'kysely'
import { templateEvent } from '../../contracts/commands/write-contract-template.ts'
import { fieldChanged } from '../../fields/events.ts'
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import { departmentEvent, regionEvent } from '../../identity/organisations/events.ts'
import { teamEvent } from '../../identity/users/events.ts'
import { tagEvent } from '../../matters/commands/change-tags.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, conflict, notFound } from '../../platform/errors.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import { placeSql } from '../../platform/lists/placed.ts'
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
    const entries = await readOrder(tx, list, actor)
    const from = entries.findIndex(({ id }) => id === entryId)
    const moved = entries[from]
    if (!moved) throw notFound()
    const others = entries.filter(({ id }) => id !== entryId)
    const to = after === null ? 0 : others.findIndex(({ id }) => id === after) + 1
    if (after !== null && to === 0) throw badInput('after', 'must be another entry of the list.')
    if (to === from) return { result: undefined, events: [] }
    // those that nobody has placed, and that are further down, stay in the order of their names
    const placed = Math.max(others.filter(({ isPlaced }) => isPlaced).length, to) + 1
    const ids = others
      .toSpliced(to, 0, moved)
      .slice(0, placed)
      .map(({ id }) => id)
    await writeOrder(tx, list, { organisationId, ids, now })
    const event = placedEvent(list, { organisationId, ...moved }, { from: from + 1, to: to + 1 })
    return { result: undefined, events: [event] }
  })
}

interface Placed {
  readonly id: number
  readonly name: string
  readonly isPlaced: boolean
}

async function readOrder(tx: Tx, list: ReferenceList, actor: Actor): Promise<readonly Placed[]> {
  const label = sql.ref(`e.${list.label}`)
  const { rows } =
    await sql<Placed>`select e.id, ${label} as name, e.position is not null as "isPlaced" from ${sql.table(list.table)} e
    where ${isEntrySql(list, tx, actor)} order by ${placeSql('e')}, lower(${label}) collate "C", e.id`.execute(
      tx,
    )
  return rows
}

interface Order {
  readonly organisationId: number
  /** From the first place on. */
  readonly ids: readonly number[]
  readonly now: Date
}

async function writeOrder(tx: Tx, { table, undated }: ReferenceList, { organisationId, ids, now }: Order) {
  await sql`update ${sql.table(table)} set position = o.place${undated ? sql`` : sql`, updated_at = ${now}`}
    from unnest(${ids}::bigint[]) with ordinality as o (id, place)
    where ${sql.table(table)}.organisation_id = ${organisationId} and ${sql.table(table)}.id = o.id
      and ${sql.table(table)}.position is distinct from o.place`.execute(tx)
}

type Entry = Pick<Placed, 'id' | 'name'> & { readonly organisationId: number }
type Change = (entry: Entry, facts: { readonly changed: object }) => DomainEvent

const changes: Partial<Readonly<Record<string, Change>>> = {
  departments: (entry, facts) => departmentEvent('department.updated', entry, facts),
  regions: (entry, facts) => regionEvent('region.updated', entry, facts),
  teams: (entry, facts) => teamEvent('team.updated', entry, facts),
  tags: (entry, facts) => tagEvent('tag.updated', entry, facts),
  contractGroups: (entry, facts) => templateEvent('contractGroup.updated', entry, facts),
}

function placedEvent(
  { name, field }: ReferenceList,
  entry: Entry,
  { from, to }: Readonly<Record<'from' | 'to', number>>,
): DomainEvent {
  if (field) {
    const optionPlace = { from: `${from}. ${entry.name}`, to: `${to}. ${entry.name}` }
    return fieldChanged(field, { optionPlace })
  }
  const event = changes[name]
  if (!event) throw new Error(`A moved entry of ${name} has no event.`)
  return event(entry, { changed: { place: { from, to } } })
}
