// Setting the approval rules of a contract type, as a whole.
import { sql } from 'kysely'
import { getFieldToSee } from '../../fields/access.ts'
import { atomKindOf, type Field } from '../../fields/field.ts'
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { badInput, notFound } from '../../platform/errors.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { teamsOf } from '../../identity/users/access.ts'
import { isActivePersonOf } from '../../identity/users/people-on-records.ts'
import { templateEvent } from '../commands/write-contract-template.ts'
import { nameProblem } from '../contract.ts'
import { checkDeadline } from '../../records/approvals/default-deadline.ts'
import { deadlineColumns } from '../../records/approvals/timed-step.ts'
import { type ApprovalRule, type Condition, listApprovalRules, type Operator } from './rules.ts'

/** A rule as it is set: with the id of the rule that it changes, if it is not new. */
export interface GivenRule extends Omit<ApprovalRule, 'id' | 'when' | 'teamName'> {
  readonly id: number | null
  readonly when: {
    readonly field: string | number
    readonly operator: Operator
    readonly value: string
  } | null
}

export interface GivenRules {
  readonly inOrder: boolean
  readonly rules: readonly GivenRule[]
}

/** The rules of a contract type with their version; not_found for a type that the organisation does not have. */
export async function getApprovalRules(
  db: Reader,
  { organisationId }: Pick<Actor, 'organisationId'>,
  templateId: number,
): Promise<{
  readonly inOrder: boolean
  readonly version: number
  readonly rules: readonly ApprovalRule[]
}> {
  const key = { organisationId, templateId }
  const [template, rules] = await Promise.all([
    db
      .selectFrom('contract_templates')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', templateId)
      .where('deleted_at', 'is', null)
      .select(['approvals_in_order as inOrder', 'approvals_version as version'])
      .executeTakeFirst(),
    listApprovalRules(db, key),
  ])
  if (!template) throw notFound()
  return { ...template, rules }
}

const mostRules = 20
const mostApprovers = 50
const mostNamed = 20

/**
 * Replaces the rules of the type. A rule that keeps its id is the same rule: approvals given for it still count.
 * Contracts whose approval waits go on with the steps they were asked for. For administrators; 400 names what is wrong
 * with which rule.
 */
export function setApprovalRules(
  app: App,
  actor: Actor,
  templateId: number,
  { given, checkVersion }: { readonly given: GivenRules; readonly checkVersion: (version: number) => void },
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { organisationId } = actor
    await getOrganisationToChange(tx, actor, organisationId)
    await sql`select id from contract_templates
      where organisation_id = ${organisationId} and id = ${templateId} for no key update`.execute(tx)
    const before = await getApprovalRules(tx, actor, templateId)
    checkVersion(before.version)
    if (given.rules.length > mostRules) throw badInput('rules', `can be ${mostRules} at most.`)
    const next = await checkedRules(tx, actor, given.rules, before.rules)
    await writeRules(tx, { organisationId, templateId }, next)
    await tx
      .updateTable('contract_templates')
      .set({ approvals_in_order: given.inOrder, approvals_version: before.version + 1, updated_at: now })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', templateId)
      .execute()
    const changes = {
      inOrder: { from: before.inOrder, to: given.inOrder },
      rules: { from: before.rules, to: next },
    }
    const event = templateEvent(
      'contractTemplate.approvals.set',
      { organisationId, id: templateId },
      { changes },
    )
    return { result: undefined, events: [event] }
  })
}

type NewRule = Omit<GivenRule, 'when'> & { readonly when: Condition | null }

async function checkedRules(
  tx: Tx,
  actor: Actor,
  given: readonly GivenRule[],
  before: readonly ApprovalRule[],
): Promise<readonly NewRule[]> {
  const known = new Set(before.map(({ id }) => id))
  const checked: NewRule[] = []
  for (const [index, rule] of given.entries()) {
    const at = (name: string) => `rules[${index}].${name}`
    if (rule.id !== null && !known.delete(rule.id))
      throw badInput(at('id'), 'must be the id of a rule of this type, once; leave it out for a new rule.')
    const problem = nameProblem(rule.name)
    if (problem !== undefined) throw badInput(at('name'), problem)
    await checkApprovers(tx, actor.organisationId, rule, at)
    if (rule.deadline) await checkDeadline(tx, actor.organisationId, rule.deadline, at('deadline'))
    checked.push({ ...rule, when: rule.when && (await checkedCondition(tx, actor, rule.when, at('when'))) })
  }
  return checked
}

async function checkApprovers(
  tx: Tx,
  organisationId: number,
  { approverIds, teamId }: GivenRule,
  at: (name: string) => string,
): Promise<void> {
  if (approverIds.length === 0 && teamId === null)
    throw badInput(at('approvers'), 'is missing: name people, or a team.')
  if (approverIds.length > mostApprovers) throw badInput(at('approvers'), `can be ${mostApprovers} at most.`)
  for (const userId of approverIds) {
    if (!(await isActivePersonOf(tx, organisationId, userId)))
      throw badInput(at('approvers'), 'must be active people of the organisation.')
  }
  if (teamId === null) return
  const team = await teamsOf(tx, organisationId)
    .where('teams.id', '=', teamId)
    .select('teams.id')
    .executeTakeFirst()
  if (!team) throw badInput(at('team'), 'must be a team of the organisation.')
}

async function checkedCondition(
  tx: Tx,
  actor: Actor,
  { field: name, operator, value }: NonNullable<GivenRule['when']>,
  path: string,
): Promise<Condition> {
  const field = await getFieldToSee(tx, actor, name).catch(() => {
    throw badInput(`${path}.field`, 'must be the name of a field of the organisation.')
  })
  if (field.organisationId !== actor.organisationId)
    throw badInput(`${path}.field`, 'must be a field of your own organisation.')
  const kind = atomKindOf(field.type)
  if (kind === 'number') {
    if (!/^-?\d{1,30}(\.\d{1,10})?$/.test(value))
      throw badInput(`${path}.value`, 'must be a number, because the field is one.')
  } else {
    if (operator !== 'eq' && operator !== 'ne')
      throw badInput(`${path}.operator`, 'must be eq or ne: only numbers have an order.')
    await checkChoice(tx, field, value, `${path}.value`)
  }
  return { fieldId: field.id, operator, value }
}

async function checkChoice(tx: Tx, field: Field, value: string, path: string): Promise<void> {
  const kind = atomKindOf(field.type)
  if (kind === 'boolean') {
    if (value !== 'true' && value !== 'false') throw badInput(path, 'must be true or false.')
    return
  }
  if (kind !== 'option')
    throw badInput(path.replace(/value$/, 'field'), 'must be a number, a checkbox or a field with choices.')
  const choices = await tx
    .selectFrom('field_options')
    .where('organisation_id', '=', field.organisationId)
    .where('field_id', '=', field.id)
    .orderBy((eb) => eb('value', '=', value), 'desc')
    .orderBy('position')
    .limit(mostNamed)
    .select('value')
    .execute()
  if (choices[0]?.value === value) return
  const named = choices.map((choice) => choice.value).join(', ')
  throw badInput(path, `must be one of the choices of the field, such as ${named}.`)
}

interface Key {
  readonly organisationId: number
  readonly templateId: number
}

async function writeRules(tx: Tx, { organisationId, templateId }: Key, rules: readonly NewRule[]) {
  await tx
    .deleteFrom('contract_approval_rules')
    .where('organisation_id', '=', organisationId)
    .where('template_id', '=', templateId)
    .execute()
  for (const [index, { id, name, approverIds, teamId, need, deadline, when }] of rules.entries()) {
    await tx
      .insertInto('contract_approval_rules')
      .values({
        organisation_id: organisationId,
        ...(id === null ? {} : { id }),
        template_id: templateId,
        position: index + 1,
        name,
        approver_ids: [...new Set(approverIds)],
        team_id: teamId,
        need,
        ...deadlineColumns(deadline),
        field_id: when?.fieldId ?? null,
        operator: when?.operator ?? null,
        value: when?.value ?? null,
      })
      .execute()
  }
}
