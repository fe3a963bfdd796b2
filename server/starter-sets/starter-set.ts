// A starter set: types with their forms, a template and what can be asked for, from which a new organisation begins.
// Everything in it can be changed afterwards.
import type { NewField } from '../fields/commands/create-field.ts'
import type { ConditionDesign } from '../fields/form-outline.ts'
import type { KeptState } from '../matters/state.ts'
import type { SampleDocument } from '../platform/documents/writing/sample-document.ts'

/** A field, by its name in the API. One that the organisation has by that name is used as it is. */
export interface SetField extends Omit<NewField, 'organisationId' | 'apiName'> {
  readonly apiName: string
}

/** A field on a form; a text is its name. */
export type OnForm =
  | string
  | { readonly field: string; readonly required?: true; readonly when?: ConditionDesign }

export interface SetMatterType {
  readonly name: string
  readonly description: string
  readonly below?: readonly string[]
  /** What is asked when one is opened, and shown on it. */
  readonly form: readonly OnForm[]
  /** What its statuses are called, also on matters of the types below it; the others keep their standard names. */
  readonly statusNames?: Partial<Readonly<Record<KeptState, string>>>
}

export interface SetContractType {
  readonly name: string
  readonly description: string
  readonly group: string
  readonly category: 'Sales' | 'Purchasing' | 'Commercial'
  readonly form: readonly OnForm[]
  /** Filled in from the form, when there is one. */
  readonly template?: SampleDocument
  /** What is approved before its contracts are signed. */
  readonly approvals?: readonly SetApprovalRule[]
}

/** What is above an amount is approved by the administrator who added the set, until others are named. */
export interface SetApprovalRule {
  readonly name: string
  /** The field with the amount, and how much is free of approval, in the currency of the organisation. */
  readonly field: string
  readonly above: number
}

export interface SetRequestType {
  readonly title: string
  readonly help: string
  /** By name: of this set. */
  readonly matterType: string
  readonly contractType?: string
  readonly answerWithinDays: number
}

export interface StarterSet {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly fields: readonly SetField[]
  readonly matterTypes: readonly SetMatterType[]
  readonly contractTypes: readonly SetContractType[]
  readonly requestTypes: readonly SetRequestType[]
}

/** Choices by their labels. */
export const choices = (...labels: readonly string[]) => labels.map((label) => ({ label, value: label }))

/** An agreement between the organisation and the party that the form names. */
export const agreement = (
  title: string,
  { party, day }: { readonly party: string; readonly day: string },
  clauses: readonly (readonly [heading: string, ...paragraphs: string[]])[],
): SampleDocument => ({
  title,
  opening: [`This agreement is made on {${day}} between {organisationName} and {${party}} (each a party).`],
  clauses: clauses.map(([heading, ...paragraphs]) => ({ heading, paragraphs })),
  isNumbered: true,
  ending: {
    heading: 'Signed by the parties',
    lines: ['{organisationName}', `{${party}}`].map(
      (each) => `For and on behalf of ${each}: ______________________________`,
    ),
  },
})
