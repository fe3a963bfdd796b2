// Replacing an entry of a list by another one of the list: what named the one names the other, and the one is gone.
import { sql } from 'kysely'
import { entityEvent } from '../../contracts/commands/change-entities.ts'
import { templateEvent } from '../../contracts/commands/write-contract-template.ts'
import { mergeWithin } from '../../fields/commands/merge-choices.ts'
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import { checkParent, departmentNameTaken } from '../../identity/organisations/departments.ts'
import { departmentEvent, regionEvent } from '../../identity/organisations/events.ts'
import { teamEvent } from '../../identity/users/events.ts'
import { isAssignableTeam } from '../../identity/users/people-on-records.ts'
import { keepingSightOfTeams } from '../../identity/users/sole-records.ts'
import { costEntryEvent, costLists } from '../../invoices/allocation/cost-list.ts'
import { tagEvent } from '../../matters/commands/change-tags.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, notFound } from '../../platform/errors.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import { mapUniqueViolation } from '../../platform/postgres/unique-violation.ts'
import { getList, isEntrySql, type ListName, type ReferenceList } from '../reference-list.ts'
import type { Entry, Moving } from '../uses.ts'

interface Replacement {
  readonly list: string
  readonly entryId: number
  readonly into: number
}

/**
 * Moves every use of the entry to the other one and deletes it, in one transaction; each thing that named it is
 * updated, whether the actor sees it or not. For administrators. Throws not_found for the entry that goes, 400 for
 * another one that cannot take its place, conflict where somebody else decides.
 */
export function replaceEntry(
  app: App,
  actor: Actor,
  { list: name, entryId, into: intoId }: Replacement,
): Promise<void> {
  if (entryId === intoId) throw badInput('into', 'must be another entry of the list.')
  return mapUniqueViolation(departmentNameTaken('of this name'), () =>
    change(app, actor, async (tx, now) => {
      const { organisationId } = actor
      await getOrganisationToChange(tx, actor, organisationId)
      const list = await getList(tx, actor, name)
      const [from, into] = await holdBoth(list, { tx, actor }, [entryId, intoId])
      const moving: Moving = { app, tx, actor, organisationId, from, into, now }
      const removal = removals[list.field ? 'options' : (list.name as ListName)]
      const run = async () => {
        const events: DomainEvent[] = []
        for (const { move } of list.uses) if (move) events.push(...(await move(moving)))
        events.push(...(await removal.remove(list, moving)))
        return events
      }
      return { result: undefined, events: await (removal.around ?? ((_, go) => go()))(moving, run) }
    }),
  )
}

interface Held {
  readonly tx: Moving['tx']
  readonly actor: Actor
}

/** Both are held until the transaction ends, so that nothing gets one of them meanwhile. */
async function holdBoth(
  list: ReferenceList,
  { tx, actor }: Held,
  [fromId, intoId]: readonly [number, number],
): Promise<readonly [Entry, Entry]> {
  const { rows } =
    await sql<Entry>`select e.id, ${sql.ref(`e.${list.label}`)} as name from ${sql.table(list.table)} e
    where ${isEntrySql(list, tx, actor)} and e.id = any(${[fromId, intoId]}::bigint[]) order by e.id for update`.execute(
      tx,
    )
  const [from, into] = [fromId, intoId].map((id) => rows.find((row) => row.id === id))
  if (!from) throw notFound()
  if (!into) throw badInput('into', 'must be another entry of the list.')
  return [from, into]
}

interface Removal {
  readonly remove: (list: ReferenceList, moving: Moving) => Promise<readonly DomainEvent[]>
  /** What is checked before and after. */
  readonly around?: (
    moving: Moving,
    run: () => Promise<readonly DomainEvent[]>,
  ) => Promise<readonly DomainEvent[]>
}

const removing =
  (event: (moving: Moving, facts: Readonly<Record<string, unknown>>) => DomainEvent): Removal['remove'] =>
  async (list, moving) => {
    const { tx, organisationId, from, into, now } = moving
    const row = sql`organisation_id = ${organisationId} and id = ${from.id}`
    await (list.keepsDeleted
      ? sql`update ${sql.table(list.table)} set deleted_at = ${now}, updated_at = ${now} where ${row}`
      : sql`delete from ${sql.table(list.table)} where ${row}`
    ).execute(tx)
    return [event(moving, { name: from.name, into: { id: into.id, name: into.name } })]
  }

const removals: Readonly<Record<ListName | 'options', Removal>> = {
  departments: {
    around: async ({ tx, organisationId, from, into }, run) => {
      await checkParent(tx, { organisationId, parentId: into.id }, from.id)
      return run()
    },
    remove: removing(({ organisationId, from }, facts) =>
      departmentEvent('department.deleted', { organisationId, id: from.id }, facts),
    ),
  },
  regions: {
    remove: removing(({ organisationId, from }, facts) =>
      regionEvent('region.deleted', { organisationId, id: from.id }, facts),
    ),
  },
  teams: {
    around: async ({ app, tx, organisationId, from, into }, run) => {
      if (!(await isAssignableTeam(tx, organisationId, into.id)))
        throw badInput('into', 'must be a team that records can be assigned to.')
      return keepingSightOfTeams(app, tx, { organisationId, ids: [from.id, into.id] }, run)
    },
    remove: removing(({ organisationId, from }, facts) =>
      teamEvent('team.deleted', { organisationId, id: from.id }, facts),
    ),
  },
  contractGroups: {
    remove: removing(({ organisationId, from }, facts) =>
      templateEvent('contractGroup.deleted', { organisationId, id: from.id }, facts),
    ),
  },
  contractParties: {
    remove: removing(({ actor, from }, facts) =>
      entityEvent('contract-entity.merged', actor, from.id, facts),
    ),
  },
  tags: {
    remove: removing(({ organisationId, from }, { name, ...facts }) =>
      tagEvent('tag.deleted', { organisationId, id: from.id }, { description: name, ...facts }),
    ),
  },
  costCentres: {
    remove: removing(({ organisationId, from }, facts) =>
      costEntryEvent(costLists.costCentres, 'deleted', { organisationId, id: from.id }, facts),
    ),
  },
  legalEntities: {
    remove: removing(({ organisationId, from }, facts) =>
      costEntryEvent(costLists.legalEntities, 'deleted', { organisationId, id: from.id }, facts),
    ),
  },
  options: {
    remove: async ({ field }, { app, tx, from, into, now }) =>
      field ? mergeWithin(app, tx, field, { from: from.id, into: into.id, now }) : [],
  },
}
