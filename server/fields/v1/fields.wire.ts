// Fields in the shapes of v1: rows of the list, details.
import Type from 'typebox'
import { filteringQuery, type Names, sortingQuery, listQueryFromV1 } from '../../http/v1/filtering.ts'
import { skipQuery, takeQuery } from '../../http/v1/paging.ts'
import { nullable } from '../../http/v1/people.wire.ts'
import type { ListQuery } from '../../platform/lists/list-query.ts'
import { type FieldColumn, fieldCatalogue } from '../field-catalogue.ts'
import { atomKindOf, type FieldCategory, fieldCategories, fieldTypes, numberOfType } from '../field.ts'
import { valueToJson } from '../values/json-value.ts'
import type { FieldDetails } from '../field-details.ts'
import { bareObject } from '../../platform/bare-object.ts'

const int32 = Type.Integer({ format: 'int32' })
const double = { format: 'double' }
const text = nullable<string>('string')

const link = Type.Object({ name: text, uri: text, methods: Type.Array(Type.String()) })

const category = Type.Unsafe<FieldCategory>({ type: 'string', enum: [...fieldCategories] })

const listItem = Type.Object({
  id: int32,
  title: text,
  description: text,
  category,
  lawvuType: int32,
  webMergeFieldName: text,
  contractCount: int32,
  matterCount: int32,
  _links: Type.Array(link),
})

export const fieldPage = Type.Object({ data: Type.Array(listItem), total: int32 })

const option = Type.Object({ Value: text, id: int32, label: text })

export const fieldDetailsSchema = Type.Object({
  id: int32,
  organisationId: nullable<number>('integer', { format: 'int32' }),
  isAlwaysRequired: Type.Boolean(),
  entityColumnName: text,
  name: text,
  description: text,
  category: text,
  lawvuType: Type.Unsafe<string>({ type: 'string', enum: [...fieldTypes] }),
  webMergeFieldName: text,
  contractCount: int32,
  matterCount: int32,
  parameters: Type.Object({
    options: nullable<{ Value: string; id: number; label: string }[]>('array', { items: option }),
    default: Type.Unknown(),
    rangeStart: nullable<number>('number', double),
    rangeEnd: nullable<number>('number', double),
    stepSize: nullable<number>('number', double),
    allowExternalUsers: nullable<boolean>('boolean'),
    canAddOptions: nullable<boolean>('boolean'),
  }),
})

/** A row of the list; its links start with `baseUrl`. */
export function fieldToV1({ field, contractCount, matterCount, mayAdd }: FieldDetails, baseUrl: string) {
  const choices = `${baseUrl}/field-apis/v1/lookupFields/${field.id}/`
  const lookups = [
    { name: 'choices', uri: `${choices}choices${field.multiple ? '' : '/single'}`, methods: ['GET'] },
    ...(mayAdd
      ? [
          {
            name: 'addChoice',
            uri: `${choices}${field.multiple ? 'choices' : 'choice/single'}`,
            methods: ['POST'],
          },
        ]
      : []),
  ]
  const self = { name: 'self', uri: `${baseUrl}/field-apis/v1/fields/${field.id}`, methods: ['GET'] }
  return {
    id: field.id,
    title: field.title,
    description: field.description,
    category: field.category,
    lawvuType: numberOfType(field.type),
    webMergeFieldName: field.mergeName,
    contractCount,
    matterCount,
    _links: [self, ...(field.type === 'Lookup' ? lookups : [])],
  }
}

/** The details of a field; properties that its type does not have are null. */
export function fieldDetailsToV1({ field, contractCount, matterCount }: FieldDetails) {
  const { options, rangeStart, rangeEnd, stepSize } = field
  const numberOrNull = (decimal: string | null) => (decimal === null ? null : Number(decimal))
  return {
    id: field.id,
    // built-in ones are everybody's
    organisationId: field.category === 'Lawvu' ? null : field.organisationId,
    isAlwaysRequired: field.alwaysRequired,
    entityColumnName: field.entityColumn,
    name: field.title,
    description: field.description,
    category: field.category,
    lawvuType: field.type,
    webMergeFieldName: field.mergeName,
    contractCount,
    matterCount,
    parameters: {
      options:
        atomKindOf(field.type) === 'option'
          ? options.map(({ id, value, label }) => ({ Value: value, id, label }))
          : null,
      default: field.defaults.length === 0 ? null : valueToJson(field, field.defaults),
      rangeStart: numberOrNull(rangeStart),
      rangeEnd: numberOrNull(rangeEnd),
      stepSize: numberOrNull(stepSize),
      allowExternalUsers: field.type === 'User' ? field.allowExternalUsers : null,
      canAddOptions: field.type === 'Lookup' ? field.canAddOptions : null,
    },
  }
}

export const fieldListQuery = Type.Object({
  ...filteringQuery,
  ...sortingQuery,
  ...takeQuery(),
  ...skipQuery,
  search: Type.Optional(Type.String({ default: '' })),
  fieldCategory: Type.Optional(category),
})

const columnNames = bareObject<FieldColumn>({
  id: 'id',
  title: 'title',
  name: 'title',
  description: 'description',
  category: 'category',
  lawvutype: 'typeNumber',
  webmergefieldname: 'mergeName',
  contractcount: 'contractCount',
  mattercount: 'matterCount',
})

const names: Names = {
  catalogue: fieldCatalogue,
  find: (name) => columnNames[name.toLowerCase()],
  offered: Object.keys(fieldDetailsSchema.properties).filter((name) => name.toLowerCase() in columnNames),
}

type Query = Readonly<Record<string, unknown>> & { readonly skip?: number; readonly take?: number }

/** Filter, order and page of the list, by default ordered by title. */
export const fieldListFromV1 = (query: Query): ListQuery =>
  listQueryFromV1(query, names, [{ name: 'title', descending: false }])
