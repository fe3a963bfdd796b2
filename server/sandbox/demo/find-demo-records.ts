// Finding what the demo has created, by the external ids and names in its data.
import { mattersVisibleTo } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'

/** The matter with an external id, as its person sees it. */
export async function getDemoMatter(app: App, actor: Actor, organisationId: number, externalId: string) {
  return mattersVisibleTo(app.db, actor)
    .where('matters.organisation_id', '=', organisationId)
    .where('matters.external_id', '=', externalId)
    .select(['matters.id', 'matters.organisation_id as organisationId'])
    .executeTakeFirstOrThrow()
}

/** A file of a matter by its name; undefined if there is none. */
export async function findDemoFile(
  app: App,
  matter: { readonly organisationId: number; readonly id: number },
  name: string,
): Promise<number | undefined> {
  // not through access.ts: the demo looks for what it has created
  const row = await app.db
    .selectFrom('files')
    .where('organisation_id', '=', matter.organisationId)
    .where('matter_id', '=', matter.id)
    .where('deleted_at', 'is', null)
    .where('name', '=', name)
    .select('id')
    .executeTakeFirst()
  return row?.id
}

/** The active row of an organisation with a name; undefined if there is none. */
export async function findNamed(
  app: App,
  table: 'teams' | 'contract_templates' | 'task_templates' | 'invoice_recipients',
  organisationId: number,
  name: string,
): Promise<number | undefined> {
  const row = await app.db
    .selectFrom(table)
    .where('organisation_id', '=', organisationId)
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row?.id
}
