// The approval rules of a contract type: read, edited as a draft, saved, and tried on a sample.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { fieldsOf, type FormField, formParts } from '../../../forms/form-parts.ts'
import { isEmpty, kindOf, type PersonValue, sentValue } from '../../../forms/field-kind.ts'
import type { Answer, Sent } from '../../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../../lib/client.ts'
import { useAction } from '../../../lib/use-action.ts'
import { type Deadline, deadlineOf, sentDeadline } from '../approvals/deadline-fields.tsx'
import { useTypeAction } from '../../types/types.ts'
import { contractTypeKind } from './contract-type-kind.ts'

type Rules = Answer<'/v2/contractTypes/{typeId}/approvalRules'>
type Rule = Rules['rules'][number]
export type Tried = Answer<'/v2/contractTypes/{typeId}/approvalRules/try', 'post'>
export type Operator = NonNullable<Rule['when']>['operator']

/** A step while it is edited. */
export interface Step {
  /** The same while it is moved. */
  readonly key: string
  /** Undefined for a new one. */
  readonly id: number | undefined
  readonly name: string
  readonly approvers: readonly PersonValue[]
  readonly team: { readonly id: number; readonly name: string } | null
  readonly need: 'One' | 'All'
  readonly deadline: Deadline
  readonly when: { readonly field: string; readonly operator: Operator; readonly value: string } | null
}

export interface Path {
  readonly inOrder: boolean
  readonly steps: readonly Step[]
}

export const rulesQuery = (typeId: number) =>
  queryOptions({
    queryKey: ['types', 'contractTypes', typeId, 'approvalRules'],
    queryFn: async ({ signal }) => {
      const { value, etag } = await answerWithTag(
        client.GET('/v2/contractTypes/{typeId}/approvalRules', { params: { path: { typeId } }, signal }),
      )
      return { path: pathOf(value), etag }
    },
  })

function pathOf({ inOrder, rules }: Rules): Path {
  return {
    inOrder,
    steps: rules.map(({ id, name, approvers, team, need, deadline, when }) => ({
      key: `rule-${id}`,
      id,
      name,
      approvers: approvers.flatMap((person) =>
        person.id === undefined ? [] : [{ ...person, id: person.id }],
      ),
      team: team ? { id: team.id ?? 0, name: team.name ?? '' } : null,
      need,
      deadline: deadlineOf(deadline),
      when: when ?? null,
    })),
  }
}

export const useSaveRules = (typeId: number) =>
  useTypeAction(({ path: { inOrder, steps }, etag }: { path: Path; etag: string | undefined }) =>
    answer(
      client.PUT('/v2/contractTypes/{typeId}/approvalRules', {
        params: { path: { typeId } },
        headers: ifMatch(etag),
        body: {
          inOrder,
          rules: steps.map(({ id, name, approvers, team, need, deadline, when }) => ({
            ...(id === undefined ? {} : { id }),
            name,
            approvers: approvers.map((person) => ({ id: person.id })),
            team: team && { id: team.id },
            need,
            deadline: sentDeadline(deadline),
            when,
          })),
        } satisfies Sent<'/v2/contractTypes/{typeId}/approvalRules', 'put'>,
      }),
    ),
  )

/** Who would be asked for a contract with these values. */
export const useTryRules = (typeId: number) =>
  useAction({
    mutationFn: (values: Readonly<Record<string, unknown>>) =>
      answer(
        client.POST('/v2/contractTypes/{typeId}/approvalRules/try', {
          params: { path: { typeId } },
          body: {
            values: Object.fromEntries(
              Object.entries(values)
                .filter(([, value]) => !isEmpty(value))
                .map(([field, value]) => [field, plain(sentValue(value))]),
            ),
          },
        }),
      ),
  })

const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  return typeof value === 'object' && value !== null && 'value' in value ? value.value : value
}

const compared = ['number', 'money', 'yesNo', 'choice', 'choices']

/** The fields of the type's forms that a rule can ask about. */
export function useComparedFields(typeId: number): readonly FormField[] {
  const forms = useQuery({
    queryKey: ['types', 'contractTypes', typeId, 'comparedFields'],
    queryFn: ({ signal }) =>
      Promise.all(
        [undefined, ...contractTypeKind.forms.map(({ name }) => name)].map((name) =>
          contractTypeKind.formCalls(name === undefined ? undefined : typeId, name ?? '').read(signal),
        ),
      ),
  })
  const fields = (forms.data ?? []).flatMap(({ parts }) => fieldsOf(formParts(parts)))
  const known = new Map(fields.map((field) => [field.id, field]))
  return [...known.values()].filter((field) => compared.includes(kindOf(field)))
}

/** Whether the values of a field have an order. */
export const isOrdered = (field: FormField): boolean => ['number', 'money'].includes(kindOf(field))
