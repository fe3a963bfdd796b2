// The conditions of a form that is being replaced: each compares a field above it, with a value of its kind.
import { atomKindOf, type FieldType } from '../field.ts'
import type { FormCondition } from '../conditions.ts'
import type { ConditionDesign } from '../form-outline.ts'

/** A field that a condition may be about. */
export interface ComparedField {
  readonly id: number
  readonly type: FieldType
  /** The values of its choices. */
  readonly values: readonly string[]
}

/** What is wrong with a condition, as a path below it and what would be right; otherwise the condition. */
export function placedCondition(
  { operator, value }: ConditionDesign,
  field: ComparedField | undefined,
): { readonly condition: FormCondition } | { readonly wrong: string; readonly expected: string } {
  if (!field) return { wrong: 'field', expected: 'the id of a field that stands above it on the form' }
  if (operator === 'filled') return { condition: { fieldId: field.id, operator, value: null } }
  const kind = atomKindOf(field.type)
  if (kind === 'number') {
    return decimal.test(value ?? '')
      ? { condition: { fieldId: field.id, operator, value } }
      : { wrong: 'value', expected: 'a number, because the field is one' }
  }
  if (operator !== 'eq' && operator !== 'ne')
    return { wrong: 'operator', expected: 'filled, eq or ne: only numbers have an order' }
  if (kind === 'boolean' && value !== 'true' && value !== 'false')
    return { wrong: 'value', expected: 'true or false' }
  if (kind === 'option' && field.type !== 'Lookup' && !field.values.includes(value ?? ''))
    return {
      wrong: 'value',
      expected: `one of the choices of the field, such as ${field.values.slice(0, 20).join(', ')}`,
    }
  if (kind !== 'boolean' && (kind !== 'option' || field.type === 'Lookup'))
    return { wrong: 'operator', expected: 'filled, for a field of this type' }
  return { condition: { fieldId: field.id, operator, value } }
}

const decimal = /^-?\d{1,30}(\.\d{1,10})?$/
