// The task templates of a type of matters: whose tasks its matters get automatically, and when.
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { change } from '../platform/events/change.ts'
import { badInput } from '../platform/errors.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import { getOrganisationToChange } from '../identity/organisations/access.ts'
import { categoryEvent } from '../matters/commands/write-matter-category.ts'

/** The states at which tasks can be added, besides when the matter is opened. */
export const statesWithTasks = ['Scoping', 'Review', 'Active', 'OnHold', 'Complete'] as const
export type StateWithTasks = (typeof statesWithTasks)[number]

export const mostTypeTemplates = 20

export interface TypeTemplate {
  readonly templateId: number
  /** Null for as soon as the matter is opened. */
  readonly state: StateWithTasks | null
}

interface TypeKey {
  readonly organisationId: number
  readonly id: number
}

/** The templates that the type names, in the order in which they are added; deleted ones are left out. */
export async function readTypeTemplates(
  db: Reader,
  { organisationId, id }: TypeKey,
): Promise<readonly (TypeTemplate & { readonly name: string })[]> {
  const rows = await db
    .selectFrom('category_task_templates as c')
    .innerJoin('task_templates as t', (join) =>
      join.onRef('t.organisation_id', '=', 'c.organisation_id').onRef('t.id', '=', 'c.template_id'),
    )
    .where('c.organisation_id', '=', organisationId)
    .where('c.category_id', '=', id)
    .where('t.deleted_at', 'is', null)
    .orderBy('c.position')
    .select(['c.template_id as templateId', 'c.at_state as state', 't.name'])
    .execute()
  return rows.map((row) => ({ ...row, state: row.state as StateWithTasks | null }))
}

/**
 * Replaces the templates that the type names. For administrators of the organisation. Matters that are there already
 * get the tasks of a state when they come to it next. Throws 400 for a template that is none of the organisation.
 */
export function setTypeTemplates(
  app: App,
  actor: Actor,
  type: TypeKey,
  next: readonly TypeTemplate[],
): Promise<void> {
  const { organisationId, id } = type
  return change(app, actor, async (tx) => {
    await getOrganisationToChange(tx, actor, organisationId)
    const before = await readTypeTemplates(tx, type)
    const nameOf = await namesOf(tx, organisationId, next)
    const [from, to] = [
      before.map((each) => describe(each, each.name)),
      next.map((each) => describe(each, nameOf(each))),
    ]
    if (from.join('\n') === to.join('\n')) return { result: undefined, events: [] }
    await tx
      .deleteFrom('category_task_templates')
      .where('organisation_id', '=', organisationId)
      .where('category_id', '=', id)
      .execute()
    const rows = next.map(({ templateId, state }, position) => ({
      organisation_id: organisationId,
      category_id: id,
      template_id: templateId,
      at_state: state,
      position,
    }))
    if (rows.length > 0) await tx.insertInto('category_task_templates').values(rows).execute()
    const facts = { changed: { taskTemplates: { from, to } } }
    return {
      result: undefined,
      events: [categoryEvent('matterCategory.updated', { organisationId, id, facts })],
    }
  })
}

/** As the history writes it. */
const describe = ({ state }: TypeTemplate, name: string): string =>
  state === null ? name : `${name} (${state})`

async function namesOf(tx: Tx, organisationId: number, next: readonly TypeTemplate[]) {
  const rows = await tx
    .selectFrom('task_templates')
    .where('organisation_id', '=', organisationId)
    .where('deleted_at', 'is', null)
    .select(['id', 'name'])
    // none of them is deleted meanwhile
    .forKeyShare()
    .execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  for (const [index, { templateId }] of next.entries()) {
    if (!names.has(templateId))
      throw badInput(`items[${index}].template`, 'must be a task template of your organisation.')
    if (next.findIndex((each) => each.templateId === templateId) < index)
      throw badInput(`items[${index}].template`, 'is named already, further up.')
  }
  return ({ templateId }: TypeTemplate) => names.get(templateId) ?? ''
}
