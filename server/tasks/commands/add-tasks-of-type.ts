// What follows from a matter that is opened, or that comes to a state: the tasks of the templates that its type names.
import { type RawBuilder, sql } from 'kysely'
import type { DomainEvent, FollowUp } from '../../platform/events/change.ts'
import { changedTo } from '../../platform/events/notified-events.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { statement } from '../../platform/postgres/statement.ts'
import { features } from '../../identity/features/feature.ts'
import { createdMatter, noteMatterActivity } from '../../matters/access.ts'
import { isLateState, type MatterState } from '../../matters/state.ts'
import { matterColumns, matterOf } from '../../matters/matter.ts'
import { statesWithTasks } from '../type-templates.ts'
import { listItems } from '../list-templates.ts'
import { addItems } from './add-tasks-from-template.ts'

/** A matter for which templates may be due, at its opening (null) or at these states. */
interface Moment {
  readonly organisationId: number
  readonly matterId: number
  readonly opened: boolean
  readonly state: string | null
}

/**
 * Adds the tasks, in the name of the one who opened or moved the matter, whatever they may do themselves. One that
 * waits in intake gets those of its opening when it is taken on, and none when it is declined. The tasks of a template
 * are added to a matter once; a template that somebody added before counts.
 */
export const addTasksOfType: FollowUp = async (tx, { actor, now, events }) => {
  const { userId } = actor
  // time moves no matter to one of these states
  if (userId === null) return []
  const followed: DomainEvent[] = []
  for (const moment of events.flatMap(momentIn)) {
    const templates = await dueTemplates.run(tx, moment)
    for (const { templateId } of templates)
      followed.push(...(await addTemplate(tx, { ...moment, templateId, userId, now })))
  }
  return followed
}

/** The state that somebody moved the matter to; not when tasks of an active one are late no more. */
function stateReached(facts: NonNullable<DomainEvent['facts']>) {
  const { state } = (facts['changes'] ?? {}) as { readonly state?: { readonly from: MatterState } }
  if (!state || isLateState(state.from)) return null
  return statesWithTasks.find((each) => each === changedTo(facts, 'state')) ?? null
}

const isClosing = (state: string | null) => state === 'Complete' || state === 'Archived'

function momentIn({ name, organisationId, resource, facts = {} }: DomainEvent): readonly Moment[] {
  if (resource.kind !== 'matter' || resource.id === null) return []
  const matter = { organisationId, matterId: resource.id }
  if (name === 'matter.created')
    return facts['inIntake'] === false ? [{ ...matter, opened: true, state: null }] : []
  if (name !== 'matter.updated') return []
  const opened = changedTo(facts, 'inIntake') === false
  const state = stateReached(facts)
  if (opened && isClosing(state)) return []
  return opened || state !== null ? [{ ...matter, opened, state }] : []
}

const isOnByDefault = features.TASKS.byDefault

// not through access.ts: what its type names is added no matter who sees the matter
const dueTemplates = statement<Moment, { readonly templateId: number }>(
  ({ organisationId, matterId, opened, state }) => sql`
    select c.template_id as "templateId" from matters m
    join category_task_templates c on c.organisation_id = m.organisation_id and c.category_id = m.category_id
    join task_templates t on t.organisation_id = c.organisation_id and t.id = c.template_id and t.deleted_at is null
    where m.organisation_id = ${organisationId} and m.id = ${matterId}
      and (${opened}::boolean and c.at_state is null or c.at_state = ${state}::text)
      and ${isAllowed(organisationId)}
      and not exists (select from events e where e.organisation_id = m.organisation_id and e.subject_kind = 'matter'
        and e.subject_id = m.id and e.name = 'task.created' and e.facts->>'templateId' = c.template_id::text)
    order by c.at_state nulls first, c.position`,
)

const isAllowed = (organisationId: unknown): RawBuilder<boolean> => sql<boolean>`coalesce((
  select f.enabled from organisation_features f
  where f.organisation_id = ${organisationId} and f.code = 'TASKS'), ${isOnByDefault}::boolean)`

interface Due extends Moment {
  readonly templateId: number
  readonly userId: string
  readonly now: Date
}

async function addTemplate(tx: Tx, due: Due): Promise<readonly DomainEvent[]> {
  const { organisationId, matterId, templateId, userId, now } = due
  // not through access.ts: what its type names is added no matter who sees the matter
  const row = await tx
    .selectFrom('matters')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', matterId)
    .select([...matterColumns])
    .executeTakeFirstOrThrow()
  const matter = createdMatter(matterOf(row))
  const items = await listItems(tx, { organisationId }, templateId)
  const events = await addItems(tx, { userId }, matter, { templateId, items, now })
  await noteMatterActivity(tx, matter, now)
  return events
}
