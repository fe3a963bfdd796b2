// The approval rules of a contract type: who must approve its contracts before they are signed, and which contracts.
import { type Comparison, meets } from '../../fields/conditions.ts'
import { fieldsShownBy } from '../../fields/shown-on-records.ts'
import { readValues } from '../../fields/values/values.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { statement } from '../../platform/postgres/statement.ts'
import type { Contract } from '../contract.ts'
import type { Need } from '../../records/approval-steps.ts'
import { type Deadline, deadlineOf } from '../../records/approvals/timed-step.ts'

export type Operator = Comparison

/** Compares the value of a field: of numbers as decimals; of choices and checkboxes only `eq` and `ne`. */
export interface Condition {
  readonly fieldId: number
  readonly operator: Operator
  /** An exact decimal, `true` or `false`, or the value of a choice. */
  readonly value: string
}

export interface ApprovalRule {
  readonly id: number
  readonly name: string
  readonly approverIds: readonly string[]
  readonly teamId: number | null
  readonly teamName: string | null
  readonly need: Need
  readonly deadline: Deadline | null
  /** Without one, the rule applies to every contract of the type. */
  readonly when: (Condition & { readonly fieldName: string }) | null
}

interface TemplateKey {
  readonly organisationId: number
  readonly templateId: number
}

/** True when each step waits for the one before it; false when all are asked at once. */
export async function approvalsInOrder(db: Reader, key: TemplateKey): Promise<boolean> {
  const [template] = await selectOrder.run(db, key)
  return template?.approvals_in_order ?? false
}

const selectOrder = statement<TemplateKey, { readonly approvals_in_order: boolean }>(
  ({ organisationId, templateId }, db) =>
    db
      .selectFrom('contract_templates')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', templateId)
      .select('approvals_in_order'),
)

/** The rules of a contract type, in their order. */
export async function listApprovalRules(db: Reader, key: TemplateKey): Promise<readonly ApprovalRule[]> {
  const rows = await selectRules.run(db, key)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    approverIds: row.approver_ids,
    teamId: row.team_id,
    teamName: row.team_name,
    need: row.need as Need,
    deadline: deadlineOf(row),
    when: conditionOf(row),
  }))
}

const conditionOf = ({ field_id: fieldId, operator, value, field_name: fieldName }: RuleRow) =>
  fieldId === null
    ? null
    : { fieldId, fieldName: fieldName ?? String(fieldId), operator: operator as Operator, value: value ?? '' }

interface RuleRow {
  readonly id: number
  readonly name: string
  readonly approver_ids: string[]
  readonly team_id: number | null
  readonly team_name: string | null
  readonly need: string
  readonly field_id: number | null
  readonly field_name: string | null
  readonly operator: string | null
  readonly value: string | null
  readonly deadline_days: number | null
  readonly escalate_to: string | null
}

const selectRules = statement<TemplateKey, RuleRow>(({ organisationId, templateId }, db) =>
  db
    .selectFrom('contract_approval_rules as r')
    .leftJoin('fields as f', (join) =>
      join.onRef('f.organisation_id', '=', 'r.organisation_id').onRef('f.id', '=', 'r.field_id'),
    )
    .leftJoin('teams as t', (join) =>
      join.onRef('t.organisation_id', '=', 'r.organisation_id').onRef('t.id', '=', 'r.team_id'),
    )
    .where('r.organisation_id', '=', organisationId)
    .where('r.template_id', '=', templateId)
    .orderBy('r.position')
    .select([
      'r.id',
      'r.name',
      'r.approver_ids',
      'r.team_id',
      't.name as team_name',
      'r.need',
      'r.field_id',
      'f.api_name as field_name',
      'r.operator',
      'r.value',
      'r.deadline_days',
      'r.escalate_to',
    ]),
)

/** What of a contract decides which of its values rules see. */
export type ComparedContract = Pick<
  Contract,
  'organisationId' | 'id' | 'templateId' | 'formVersion' | 'coreFormVersion'
>

/**
 * The rules that ask for the approval of this contract. A contract without a value in the field of a rule needs the
 * approval too: leaving a field empty is no way around it.
 */
export async function rulesThatApply(
  db: Reader,
  contract: ComparedContract,
): Promise<readonly ApprovalRule[]> {
  const rules = await listApprovalRules(db, contract)
  if (rules.every(({ when }) => when === null)) return rules
  return rulesFor(rules, await comparableValues(db, contract))
}

/**
 * The rules that ask for the approval of a contract with these values, which are compared as texts: exact decimals,
 * `true` and `false`, the values of choices.
 */
export const rulesFor = (
  rules: readonly ApprovalRule[],
  values: ReadonlyMap<number, readonly string[]>,
): readonly ApprovalRule[] =>
  rules.filter(({ when }) => when === null || applies(when, values.get(when.fieldId) ?? []))

/** The values that the contract shows: one that is on no form of its type any more is as good as none. */
async function comparableValues(
  db: Reader,
  { organisationId, id, templateId, formVersion, coreFormVersion }: ComparedContract,
) {
  const [values, chosen, shown] = await Promise.all([
    readValues(db, { kind: 'contract', organisationId, id }),
    selectChoices.run(db, { organisationId, id }),
    fieldsShownBy(db, {
      kind: 'contract',
      organisationId,
      formOwner: templateId,
      formVersion,
      coreFormVersion,
    }),
  ])
  const texts = new Map(
    [...values]
      .filter(([fieldId]) => shown.has(fieldId))
      .map(([fieldId, atoms]) => [fieldId, atoms.map(String)]),
  )
  for (const [fieldId, choices] of Map.groupBy(chosen, ({ field_id }) => field_id)) {
    if (!shown.has(fieldId)) continue
    texts.set(
      fieldId,
      choices.map(({ value }) => value),
    )
  }
  return texts
}

const selectChoices = statement<
  Pick<Contract, 'organisationId' | 'id'>,
  { readonly field_id: number; readonly value: string }
>(({ organisationId, id }, db) =>
  db
    .selectFrom('field_values as v')
    .innerJoin('field_options as o', (join) =>
      join.onRef('o.organisation_id', '=', 'v.organisation_id').onRef('o.id', '=', 'v.option_id'),
    )
    .where('v.organisation_id', '=', organisationId)
    .where('v.record_kind', '=', 'contract')
    .where('v.record_id', '=', id)
    .select(['v.field_id', 'o.value']),
)

/** Whether the values of a field meet the condition; no value does. */
const applies = ({ operator, value }: Condition, values: readonly string[]): boolean =>
  values.length === 0 || meets(operator, value, values)
