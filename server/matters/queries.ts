// Reading matters: lists and look-ups.
import { sql } from 'kysely'
import { type FieldColumns, fieldColumnsFor } from '../fields/field-columns.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { forbidden, notFound } from '../platform/errors.ts'
import { type Catalogue, conditionOf, type ListQuery, orderOf, selectedFrom } from '../platform/list-query.ts'
import { mattersOf, mattersVisibleTo, restrictedMattersOf } from './access.ts'
import { matterCatalogue, outlined } from './catalogue.ts'

/** Which matters a list is about: the caller's own, their teams', all they may see, those in intake, or the restricted ones. */
export type MatterScope = 'Personal' | 'Teams' | 'All' | 'Intake' | 'Restricted'

export type MatterRow = { readonly [name: string]: unknown }

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
  return { ...fields, catalogue: scope === 'Restricted' ? outlined(catalogue, actor) : catalogue }
}

interface MatterList {
  readonly scope: MatterScope
  readonly query: ListQuery
  /** From `matterColumnsFor` the same caller and scope. */
  readonly catalogue: Catalogue
}

/** A page of matters with the columns asked for; forbidden when the scope is not for the caller. */
export async function listMatters(
  app: App,
  actor: Actor,
  { columns, ...list }: MatterList & { readonly columns: readonly string[] },
): Promise<readonly MatterRow[]> {
  const { query, catalogue } = list
  return scoped(app, actor, list)
    .select(selectedFrom(columns, catalogue))
    .orderBy(orderOf(query.sort, catalogue, sql.ref('matters.id')))
    .limit(query.take)
    .offset(query.skip)
    .execute()
}

/** How many matters the list has in all, exactly. */
export async function countMatters(app: App, actor: Actor, list: MatterList): Promise<number> {
  if (list.scope === 'Personal' && !list.query.filter) return countMemberships(app, actor)
  const { total } = await scoped(app, actor, list)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** As many as matters they are on: a matter is never deleted. */
async function countMemberships({ db }: App, actor: Actor): Promise<number> {
  // not through access.ts: these are the actor's own memberships, and every matter of theirs is visible
  const { total } = await db
    .selectFrom('matter_members')
    .where('organisation_id', 'in', [...actor.organisationIds])
    .where('user_id', '=', actor.userId)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function scoped(app: App, actor: Actor, { scope, query: { filter }, catalogue }: MatterList) {
  const base = inScope(app, actor, scope)
  return filter ? base.where(conditionOf(filter, catalogue)) : base
}

function inScope(app: App, actor: Actor, scope: MatterScope) {
  const visible = mattersVisibleTo(app.db, actor)
  switch (scope) {
    case 'Personal':
      return mattersOf(app.db, actor)
    case 'Teams':
      return actor.teamIds.length === 0
        ? visible.where(sql<boolean>`false`)
        : visible.where('matters.team_id', 'in', [...actor.teamIds])
    case 'All':
      if (!actor.groups.has('MatterAdministrators')) {
        throw forbidden('Only matter administrators may list all matters. Use the context Personal or Teams.')
      }
      return visible
    case 'Intake':
      if (!actor.permissions.has('ManageIntake')) {
        throw forbidden('Only those with the permission to manage intake may list it.')
      }
      return visible
        .where('matters.organisation_id', '=', actor.organisationId)
        .where('matters.in_intake', '=', true)
    case 'Restricted':
      if (actor.role !== 'Administrator') {
        throw forbidden('Only an administrator of the organisation may list its restricted matters.')
      }
      return restrictedMattersOf(app.db, actor)
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
