// Trying the approval rules of a contract type, in the shape of v2.
import Type from 'typebox'
import { propertiesOf } from '../../http/v2/merge-patch.ts'
import { personExample, userReference } from '../../http/v2/references.wire.ts'
import { peopleByIds } from '../../identity/users/people-on-records.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput } from '../../platform/errors.ts'
import { type SampleValues, tryApprovalRules } from '../approvals/try-rules.ts'
import { needSchema } from '../../records/v2/approval-steps.wire.ts'

const mostValues = 20

export const sampleSchema = Type.Object(
  {
    values: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description:
        'By the id of the field: a number, true or false, the value of a choice, or a list of these.',
    }),
  },
  { additionalProperties: false },
)

export const triedSchema = Type.Object(
  {
    inOrder: Type.Boolean(),
    rules: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        asks: Type.Boolean({ description: 'Whether the rule asks for the approval of this contract.' }),
        need: needSchema,
        approvers: Type.Array(Type.Object(userReference), {
          description: 'Who could decide now. Empty where nobody is left: asking for approval is 409 then.',
        }),
      }),
    ),
  },
  {
    title: 'TriedApprovalRules',
    examples: [
      {
        inOrder: true,
        rules: [{ id: 4, name: 'Finance', asks: true, need: 'One', approvers: [personExample] }],
      },
    ],
  },
)

/** The values of a sample; 400 names what is none. */
export function sampleFromV2(body: unknown): SampleValues {
  const { values } = propertiesOf(body, ['values'])
  const isObject = typeof values === 'object' && values !== null && !Array.isArray(values)
  const given = isObject ? Object.entries(values as Record<string, unknown>) : []
  if (!isObject || given.length > mostValues)
    throw badInput('values', 'must be an object such as {"contractValue": 60000}.')
  return Object.fromEntries(
    given.map(([name, value]) => {
      const one = typeof value === 'object' && value !== null && 'value' in value ? value.value : value
      if (
        isValue(one) ||
        (Array.isArray(one) && one.length <= 100 && one.every((each) => typeof each === 'string'))
      )
        return [name, one as SampleValues[string]]
      throw badInput(
        `values.${name}`,
        'must be a number, true or false, the value of a choice, or a list of these.',
      )
    }),
  )
}

const isValue = (value: unknown): boolean =>
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 1e15) ||
  (typeof value === 'string' && value.length <= 255)

/** What each rule says of the sample. */
export async function triedToV2(app: App, actor: Actor, typeId: number, sample: SampleValues) {
  const { inOrder, rules } = await tryApprovalRules(app.db, actor, typeId, sample)
  const people = await peopleByIds(
    app.db,
    rules.flatMap(({ approverIds }) => approverIds),
  )
  return {
    inOrder,
    rules: rules.map(({ rule: { id, name, need }, asks, approverIds }) => ({
      id,
      name,
      asks,
      need,
      approvers: approverIds.flatMap((userId) => {
        const person = people.get(userId)
        if (!person) return []
        const { organisationId: organizationId, ...rest } = person
        return [{ ...rest, organizationId }]
      }),
    })),
  }
}
