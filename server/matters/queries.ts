// Reading matters: lists and look-ups.
import { sql } from 'kysely'
import { type FieldColumns, fieldColumnsFor } from '../fields/field-columns.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { forbidden, notFound } from '../platform/errors.ts'
import type { Catalogue, ListQuery } from '../platform/lists/list-query.ts'
import { readRecordPage, type RecordPage } from '../platform/record-lists.ts'
import {
  allSeen,
  ownRecords,
  recordsInIntake,
  recordsOfTeams,
  restrictedRecords,
} from '../platform/record-scopes.ts'
import { joinOfMembership, mattersVisibleTo, restrictedMattersOf } from './access.ts'
import { matterCatalogue, outline, outlined } from './catalogue.ts'
import { matterRows, matterSight } from './listing.ts'

/** Which matters a list is about: the caller's own, their teams', all they may see, those in intake, or the restricted ones. */
export type MatterScope = 'Personal' | 'Teams' | 'All' | 'Intake' | 'Restricted'

/**
 * The columns that a list of this scope may show to the caller, and filter and sort by: those that all matters have, and of the
 * custom fields those that are named.
 */
export async function matterColumnsFor(
  { config, clock, db }: App,
  actor: Actor,
  scope: MatterScope,
  fieldNames: readonly string[],
): Promise<FieldColumns> {
  const plain = matterCatalogue({ prefix: config.displayIdPrefix, now: clock.now() })
  const own = { OwnerId: plain.ownerId, Restricted: plain.restricted }
  const fields = await fieldColumnsFor(db, actor, fieldNames, { kind: 'matter', own })
  const catalogue = { ...plain, ...fields.catalogue }
  return { ...fields, catalogue: scope === 'Restricted' ? outlined(catalogue) : catalogue }
}

interface MatterList {
  readonly scope: MatterScope
  readonly query: ListQuery
  /** From `matterColumnsFor` the same caller and scope. */
  readonly catalogue: Catalogue
}

/** A page of matters with the columns asked for, and how many there are in all; forbidden when the scope is not for the caller. */
export function listMatters(
  { db }: Pick<App, 'db'>,
  actor: Actor,
  { scope, query, columns, catalogue }: MatterList & { readonly columns: readonly string[] },
): Promise<RecordPage> {
  checkScope(actor, scope)
  // the join is for `outlined` alone
  const join = scope === 'Restricted' ? { join: joinOfMembership(actor) } : {}
  const listing = { ...matterRows, catalogue, ...join }
  return readRecordPage({ db, actor }, inScope(db, actor, scope), listing, { query, columns })
}

function inScope(db: Reader, actor: Actor, scope: MatterScope) {
  const sight = matterSight(db, actor)
  switch (scope) {
    case 'Personal':
      return ownRecords(sight)
    case 'Teams':
      return recordsOfTeams(sight, actor)
    case 'All':
      return allSeen(sight)
    case 'Intake':
      return recordsInIntake(sight, actor)
    case 'Restricted':
      return restrictedRecords(sight, actor, { rows: restrictedMattersOf(db, actor), outline })
  }
}

function checkScope(actor: Actor, scope: MatterScope): void {
  if (scope === 'All' && !actor.groups.has('MatterAdministrators')) {
    throw forbidden('Only matter administrators may list all matters. Use the context Personal or Teams.')
  }
  if (scope === 'Intake' && !actor.permissions.has('ManageIntake')) {
    throw forbidden('Only those with the permission to manage intake may list it.')
  }
  if (scope === 'Restricted' && actor.role !== 'Administrator') {
    throw forbidden('Only an administrator of the organisation may list its restricted matters.')
  }
}

/**
 * The matter with this external id in the caller's organisation, or in one they work for when theirs has none; not_found when
 * they may not see it.
 */
export async function findMatterByExternalId(
  { db }: App,
  actor: Actor,
  externalId: string,
): Promise<{ readonly id: number }> {
  const row = await mattersVisibleTo(db, actor)
    .where('matters.external_id', '=', externalId)
    .orderBy(sql`matters.organisation_id <> ${actor.organisationId}`)
    .orderBy('matters.id')
    .select('matters.id')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}
