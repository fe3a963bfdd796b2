// Reading matters: lists and look-ups.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { forbidden, notFound } from '../platform/errors.ts'
import { conditionOf, type ListQuery, orderOf } from '../platform/list-query.ts'
import { isMember, mattersVisibleTo, restrictedMattersOf } from './access.ts'
import { type MatterCatalogue, matterCatalogue, type MatterColumn, outlinedCatalogue } from './catalogue.ts'

/** Which matters a list is about: the caller's own, their teams', all they may see, those in intake, or the restricted ones. */
export type MatterScope = 'Personal' | 'Teams' | 'All' | 'Intake' | 'Restricted'

export type MatterRow = { readonly [Name in MatterColumn]?: unknown }

/** The columns that a list of this scope may show to the caller, and filter and sort by. */
export function matterColumnsFor({ config, clock }: App, actor: Actor, scope: MatterScope): MatterCatalogue {
  const shown = { prefix: config.displayIdPrefix, now: clock.now() }
  return scope === 'Restricted' ? outlinedCatalogue(shown, actor) : matterCatalogue(shown)
}

/** A page of matters with the columns asked for; forbidden when the scope is not for the caller. */
export async function listMatters(
  app: App,
  actor: Actor,
  { scope, query, columns }: { scope: MatterScope; query: ListQuery; columns: readonly MatterColumn[] },
): Promise<readonly MatterRow[]> {
  const catalogue = matterColumnsFor(app, actor, scope)
  return scoped(app, actor, scope, query)
    .select(columns.map((name) => sql`${catalogue[name].sql}`.as(name)))
    .orderBy(orderOf(query.sort, catalogue, sql.ref('matters.id')))
    .limit(query.take)
    .offset(query.skip)
    .execute()
}

/** How many matters the list has in all, exactly. */
export async function countMatters(
  app: App,
  actor: Actor,
  { scope, query }: { scope: MatterScope; query: ListQuery },
): Promise<number> {
  const { total } = await scoped(app, actor, scope, query)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function scoped(app: App, actor: Actor, scope: MatterScope, { filter }: ListQuery) {
  const base = inScope(app, actor, scope)
  return filter ? base.where(conditionOf(filter, matterColumnsFor(app, actor, scope))) : base
}

function inScope(app: App, actor: Actor, scope: MatterScope) {
  const visible = mattersVisibleTo(app.db, actor)
  switch (scope) {
    case 'Personal':
      return visible.where((eb) => isMember(eb, actor))
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
