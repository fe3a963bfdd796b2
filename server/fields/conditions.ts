// Conditions about the value of a field: those of approval rules, and those under which a part of a form is shown.
import { compareDecimals } from '../platform/decimal.ts'
import { type Atom, atomKindOf, type Field } from './field.ts'

export const comparisons = ['eq', 'ne', 'ge', 'gt', 'le', 'lt'] as const
export type Comparison = (typeof comparisons)[number]

/** How a part of a form may depend on a field: `filled` is met by any answer. */
export const formOperators = ['filled', ...comparisons] as const
export type FormOperator = (typeof formOperators)[number]

/** When a part of a form is shown. */
export interface FormCondition {
  readonly fieldId: number
  readonly operator: FormOperator
  /** An exact decimal, `true` or `false`, or the value of a choice; null of `filled`. */
  readonly value: string | null
}

/**
 * Whether one of the values, of which there is at least one, compares so: numbers as exact decimals, everything else as
 * text. `ne` is met when none is equal.
 */
export function meets(operator: Comparison, value: string, values: readonly string[]): boolean {
  if (operator === 'eq' || operator === 'ne') {
    const isEqual = values.some((each) => isSame(each, value))
    return operator === 'eq' ? isEqual : !isEqual
  }
  return values.some((each) => {
    const order = compareDecimals(each, value)
    return operator === 'ge'
      ? order >= 0
      : operator === 'gt'
        ? order > 0
        : operator === 'le'
          ? order <= 0
          : order < 0
  })
}

/** Whether what depends on the condition is shown: without an answer, only what is shown when it is not a value. */
export function isMet({ operator, value }: FormCondition, values: readonly string[]): boolean {
  if (values.length === 0) return operator === 'ne'
  return operator === 'filled' ? true : meets(operator, value ?? '', values)
}

const decimal = /^-?\d+(\.\d+)?$/
const isSame = (one: string, other: string) =>
  one === other || (decimal.test(one) && decimal.test(other) && compareDecimals(one, other) === 0)

/** The values of a field as conditions compare them: those of choices by their value. */
export function comparedTexts(field: Field, atoms: readonly Atom[]): readonly string[] {
  if (atomKindOf(field.type) !== 'option') return atoms.map(String)
  const values = new Map(field.options.map(({ id, value }): [unknown, string] => [id, value]))
  return atoms.map((atom) => values.get(atom) ?? String(atom))
}
