// The versions of forms in the shape of v2.
import Type from 'typebox'
import { sometimes } from '../../http/openapi/always-sent.ts'
import { formConditionSchema } from '../../http/v2/forms.wire.ts'
import { nullable, nullableObject, personExample, userReference } from '../../http/v2/references.wire.ts'
import { peopleByIds } from '../../identity/users/people-on-records.ts'
import type { App } from '../../platform/app.ts'
import type { FormOperator } from '../conditions.ts'
import type { FormKey } from '../form.ts'
import { type KeptPart, listFormVersions } from '../form-versions.ts'

export const formVersionsSchema = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        version: Type.Integer(),
        changed: Type.Object({
          dateUtc: Type.String({ format: 'date-time' }),
          user: nullableObject(userReference, {
            description: 'Null for the form before versions were kept.',
          }),
        }),
        parts: Type.Array(
          Type.Object({
            field: sometimes(
              nullable<string>('string', { description: 'The id of the field; null if it was deleted.' }),
            ),
            name: sometimes(Type.String({ description: 'What the field was called.' })),
            label: sometimes(nullable<string>('string')),
            required: sometimes(Type.Boolean()),
            requiredBefore: sometimes(nullable<string>('string')),
            readOnly: sometimes(Type.Boolean()),
            help: sometimes(nullable<string>('string')),
            when: sometimes(formConditionSchema),
            group: sometimes(Type.Object({ id: Type.Integer(), title: Type.String() })),
            parts: sometimes(
              Type.Unsafe<Record<string, unknown>[]>({
                type: 'array',
                items: { type: 'object', additionalProperties: true },
                description: 'Of a group: its parts, in this same shape.',
              }),
            ),
          }),
        ),
      }),
    ),
  },
  {
    title: 'FormVersions',
    examples: [
      {
        items: [
          {
            version: 2,
            changed: { dateUtc: '2026-03-02T09:00:00.000Z', user: personExample },
            parts: [
              {
                field: 'rent',
                name: 'Rent',
                label: 'Rent per month',
                required: true,
                requiredBefore: null,
                readOnly: false,
                help: null,
                when: null,
              },
            ],
          },
        ],
      },
    ],
  },
)

/** The latest versions of the form, the current one first. */
export async function formVersionsToV2({ db }: Pick<App, 'db'>, key: FormKey) {
  const versions = await listFormVersions(db, key)
  const fieldIds = [...new Set(versions.flatMap(({ parts }) => parts.flatMap(fieldIdsOf)))]
  const [names, people] = await Promise.all([
    apiNames(db, key.organisationId, fieldIds),
    peopleByIds(
      db,
      versions.flatMap(({ changedBy }) => changedBy ?? []),
    ),
  ])
  return {
    items: versions.map(({ version, parts, changedBy, createdAt }) => ({
      version,
      changed: { dateUtc: createdAt.toISOString(), user: personToV2(people.get(changedBy ?? '')) },
      parts: parts.map((part) => partToV2(part, names)),
    })),
  }
}

const fieldIdsOf = (part: KeptPart): readonly number[] =>
  'group' in part ? part.parts.flatMap(fieldIdsOf) : [part.fieldId]

async function apiNames(db: App['db'], organisationId: number, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>()
  const rows = await db
    .selectFrom('fields')
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .select(['id', 'api_name'])
    .execute()
  return new Map(rows.map(({ id, api_name: apiName }) => [id, apiName]))
}

function personToV2(
  person: Awaited<ReturnType<typeof peopleByIds>> extends ReadonlyMap<string, infer One>
    ? One | undefined
    : never,
) {
  if (person === undefined) return null
  const { organisationId: organizationId, ...rest } = person
  return { ...rest, organizationId }
}

type PartV2 = {
  readonly field?: string | null
  readonly name?: string
  readonly label?: string | null
  readonly required?: boolean
  readonly requiredBefore?: string | null
  readonly readOnly?: boolean
  readonly help?: string | null
  readonly when?: {
    readonly field: string
    readonly operator: FormOperator
    readonly value: string | null
  } | null
  readonly group?: { readonly id: number; readonly title: string }
  readonly parts?: Record<string, unknown>[]
}

function partToV2(part: KeptPart, names: ReadonlyMap<number, string>): PartV2 {
  if ('group' in part) {
    const { group: id, title, parts } = part
    const when = whenToV2(part, names)
    return { group: { id, title }, parts: parts.map((each) => ({ ...partToV2(each, names) })), when }
  }
  const { fieldId, title: name, label, required, requiredBefore = null, readOnly, help = null } = part
  const when = whenToV2(part, names)
  return { field: names.get(fieldId) ?? null, name, label, required, requiredBefore, readOnly, help, when }
}

function whenToV2(
  { when }: KeptPart,
  names: ReadonlyMap<number, string>,
): NonNullable<PartV2['when']> | null {
  const field = when && names.get(when.fieldId)
  return when && field !== undefined ? { field, operator: when.operator, value: when.value } : null
}
