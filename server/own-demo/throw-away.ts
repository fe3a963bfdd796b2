// Throwing demo data away: each part in a transaction of its own that also strikes it off, the last one first, so that
// an interrupted call is carried on by the next.
import { sql } from 'kysely'
import { purgeContractTemplate } from '../contracts/commands/restore-contract-template.ts'
import { deleteContractGroup } from '../contracts/commands/update-contract-group.ts'
import { purgedContracts } from '../contracts/purge-contract.ts'
import { deleteField } from '../fields/commands/delete-field.ts'
import { updateUserStatus } from '../identity/oauth/commands/update-user-status.ts'
import { getOrganisationToChange } from '../identity/organisations/access.ts'
import { organisationEvent } from '../identity/organisations/events.ts'
import { removeMadePeople } from '../identity/users/commands/imported-people.ts'
import { deleteTeam } from '../identity/users/commands/update-team.ts'
import { importedContracts } from '../imports/kinds/contracts.ts'
import { importedMatters } from '../imports/kinds/matters.ts'
import { importedPeople } from '../imports/kinds/people.ts'
import { importedTeams } from '../imports/kinds/teams.ts'
import { purgeMatterCategory } from '../matters/commands/restore-matter-category.ts'
import { purgedMatters } from '../matters/purge-matter.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { change, internalTransaction } from '../platform/events/change.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { purgeMade, type PurgedKind, purgeRecord } from '../records/commands/purge-record.ts'
import { checkNoLegalHold } from '../records/legal-hold.ts'
import { findParts, type Part, partNames, strikeOff } from './own-demo.ts'

/** What stays because something of the organisation's own needs it. */
export interface KeptPart {
  readonly what: string
  readonly name: string
  readonly because: string
}

const records = new Map<string, PurgedKind>([
  [importedMatters.name, purgedMatters],
  [importedContracts.name, purgedContracts],
])

/**
 * Removes the demo data of the actor's organisation for good, with everything that was added to it since, and returns
 * what stays. People whom other records name are disabled instead. For administrators of the organisation. Throws
 * not_found without demo data, conflict while a record of it is under a legal hold.
 */
export async function throwAwayDemoData(app: App, actor: Actor): Promise<readonly KeptPart[]> {
  const parts = await findParts(app.db, actor)
  if (!parts) throw notFound()
  await refuseHeld(app.db, actor, parts)
  const kept: KeptPart[] = []
  const people = parts.filter(({ what }) => what === importedPeople.name)
  let stay: ReadonlyMap<string, string> | undefined
  for (const part of parts.toReversed()) {
    const isPerson = part.what === importedPeople.name
    // all people at once: to find what names somebody, every table is searched
    if (isPerson) stay ??= await removePeople(app, actor, people)
    const why = isPerson ? stay?.get(String(part.id)) : await removePart(app, actor, part)
    if (why !== undefined)
      kept.push({ what: part.what, name: await nameOf(app.db, actor, part), because: why })
  }
  await finish(app, actor, { removed: parts.length - kept.length, kept: kept.length })
  return kept
}

const finish = (app: App, actor: Actor, facts: Readonly<Record<string, number>>): Promise<void> =>
  change(app, actor, async (tx) => {
    const { organisationId } = actor
    await getOrganisationToChange(tx, actor, organisationId)
    const { numDeletedRows } = await tx
      .deleteFrom('demo_data')
      .where('organisation_id', '=', organisationId)
      .where('parts', '=', '[]')
      .executeTakeFirst()
    const events = [organisationEvent('organisation.demoData.removed', organisationId, facts)]
    return { result: undefined, events: numDeletedRows > 0n ? events : [] }
  })

/** By name, as the table of each has it. */
const tables = new Map<string, readonly [table: string, column: string]>([
  [importedTeams.name, ['teams', 'name']],
  [partNames.matterType, ['matter_categories', 'name']],
  [partNames.group, ['contract_groups', 'name']],
  [partNames.contractType, ['contract_templates', 'name']],
  [partNames.field, ['fields', 'title']],
  [importedPeople.name, ['users', 'email']],
])

async function nameOf(db: Reader, { organisationId }: Actor, { what, id }: Part): Promise<string> {
  const [table = '', column = ''] = tables.get(what) ?? []
  const { rows } = await sql<{ name: string }>`select ${sql.ref(column)} as name from ${sql.table(table)}
    where organisation_id = ${organisationId} and id::text = ${String(id)}`.execute(db)
  return rows[0]?.name ?? ''
}

async function refuseHeld(db: Reader, { organisationId }: Actor, parts: readonly Part[]): Promise<void> {
  for (const { what, id } of parts) {
    const purged = records.get(what)
    if (purged) await checkNoLegalHold(purged.kind, db, { organisationId, id: Number(id) })
  }
}

/** Why it stays, if it does. */
async function removePart(app: App, actor: Actor, part: Part): Promise<string | undefined> {
  const removing: App = {
    ...app,
    silent: { demoData: true },
    beforeCommit: (tx) => strikeOff(tx, actor, [part]),
  }
  try {
    await remove(removing, actor, part)
    return undefined
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'not_found' && error.code !== 'conflict')) throw error
    // a record that cannot go yet can be thrown away later
    if (error.code === 'conflict' && records.has(part.what)) throw error
    await internalTransaction(app, (tx) => strikeOff(tx, actor, [part]))
    // somebody has removed it before
    return error.code === 'not_found' ? undefined : error.message
  }
}

/** Removes the people, disables those whom something else names, and says why these stay. */
async function removePeople(
  app: App,
  actor: Actor,
  people: readonly Part[],
): Promise<ReadonlyMap<string, string>> {
  const silent = { demoData: true } as const
  const partOf = (id: string) => ({ what: importedPeople.name, id })
  const stay = await removeMadePeople({ ...app, silent }, actor, {
    userIds: people.map(({ id }) => String(id)),
    alsoRemove: (tx, ids) => strikeOff(tx, actor, ids.map(partOf)),
  })
  for (const userId of stay.keys()) {
    const disabling: App = { ...app, silent, beforeCommit: (tx) => strikeOff(tx, actor, [partOf(userId)]) }
    await updateUserStatus(disabling, actor, { userId, status: 'Disabled', successorId: actor.userId })
  }
  return stay
}

async function remove(app: App, actor: Actor, { what, id }: Part): Promise<void> {
  const key = { organisationId: actor.organisationId, id: Number(id) }
  const purged = records.get(what)
  if (purged) return removeRecord(purged, app, actor, key.id)
  switch (what) {
    case importedTeams.name:
      return deleteTeam(app, actor, key)
    case partNames.matterType:
      return purgeMatterCategory(app, actor, key)
    case partNames.group:
      return deleteContractGroup(app, actor, key)
    case partNames.contractType:
      return purgeContractTemplate(app, actor, key)
    case partNames.field:
      return deleteField(app, actor, key.id)
    default:
      throw new Error(`Demo data has no ${what}`)
  }
}

/** Whatever has been done with it, also from the bin. */
async function removeRecord(purged: PurgedKind, app: App, actor: Actor, id: number): Promise<void> {
  try {
    await purgeMade(purged, app, actor, { id, check: () => Promise.resolve() })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    await purgeRecord(purged, app, actor, { id })
  }
}
