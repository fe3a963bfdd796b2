// Trying the approval rules of a contract type on a contract that does not exist: who would be asked for this amount?
import type { Actor } from '../../platform/actor.ts'
import { badInput, badInputs } from '../../platform/errors.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { peopleOf } from './ask-approval.ts'
import { type ApprovalRule, rulesFor } from './rules.ts'
import { getApprovalRules } from './set-approval-rules.ts'

/** Values of fields by their names: numbers, yes or no, values of choices. */
export type SampleValues = Readonly<Record<string, number | boolean | string | readonly string[]>>

export interface TriedRule {
  readonly rule: ApprovalRule
  readonly asks: boolean
  /** Who could decide it now. */
  readonly approverIds: readonly string[]
}

/**
 * What each rule of the type says of a contract with these values, by the code that asks for approval; a rule about a
 * field without a value asks. Nobody is left out as owner: the contract has none. Throws not_found without the type,
 * 400 for a value of a field that no rule reads.
 */
export async function tryApprovalRules(
  db: Reader,
  actor: Pick<Actor, 'organisationId'>,
  templateId: number,
  sample: SampleValues,
): Promise<{ readonly inOrder: boolean; readonly rules: readonly TriedRule[] }> {
  const { inOrder, rules } = await getApprovalRules(db, actor, templateId)
  const values = comparable(rules, sample)
  const asking = new Set(rulesFor(rules, values).map(({ id }) => id))
  const tried: TriedRule[] = []
  for (const rule of rules) {
    const asks = asking.has(rule.id)
    tried.push({ rule, asks, approverIds: asks ? await peopleOf(db, actor.organisationId, rule) : [] })
  }
  return { inOrder, rules: tried }
}

const decimal = /^-?\d{1,30}(\.\d{1,10})?$/

function comparable(
  rules: readonly ApprovalRule[],
  sample: SampleValues,
): ReadonlyMap<number, readonly string[]> {
  const read = new Map(
    rules.flatMap(({ when }) => (when === null ? [] : [[when.fieldName.toLowerCase(), when.fieldId]])),
  )
  const unknown = Object.keys(sample).filter((name) => !read.has(name.toLowerCase()))
  if (unknown.length > 0) {
    const names = rules.flatMap(({ when }) => when?.fieldName ?? [])
    const expected = names.length === 0 ? 'no rule reads a field' : `the rules read ${names.join(', ')}`
    throw badInputs(
      Object.fromEntries(unknown.map((name) => [`values.${name}`, [`is not read: ${expected}.`]])),
    )
  }
  // only numbers are compared in order
  const ordered = new Set(
    rules.flatMap(({ when }) =>
      when !== null && when.operator !== 'eq' && when.operator !== 'ne' ? [when.fieldName.toLowerCase()] : [],
    ),
  )
  for (const [name, value] of Object.entries(sample)) {
    if (ordered.has(name.toLowerCase()) && ![value].flat().every((each) => decimal.test(String(each))))
      throw badInput(`values.${name}`, 'must be a number, because the field is one.')
  }
  return new Map(
    Object.entries(sample).map(([name, value]): [number, readonly string[]] => [
      Number(read.get(name.toLowerCase())),
      [value].flat().map(String),
    ]),
  )
}
