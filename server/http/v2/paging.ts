// Pages of v2 lists: $top and $skip.
import { sometimes } from '../openapi/always-sent.ts'
import Type, { type TObject, type TProperties } from 'typebox'

/** Schemas of the two parameters, to be spread into a querystring. */
export const pageQuery = {
  $top: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 30 })),
  $skip: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0 })),
}

/** The parameter of lists that can be counted. */
export const countQuery = {
  $count: Type.Optional(Type.Boolean({ default: false, description: 'Whether to count all items.' })),
}

/** The requested page. */
export const pageOf = ({ $top = 30, $skip = 0 }: { readonly $top?: number; readonly $skip?: number }) => ({
  limit: $top,
  offset: $skip,
})

/** The response schema of such a list that can be counted. */
export const countedItemsSchema = <Of extends TProperties>(item: TObject<Of>) =>
  Type.Object(
    {
      items: Type.Array(item),
      count: sometimes(Type.Integer({ description: 'The total number of items, with $count=true.' })),
    },
    { examples: [{ items: (item as { readonly examples?: readonly unknown[] }).examples ?? [] }] },
  )

/** The response schema of such a list, with an example item. */
export const itemsSchema = <Of extends TProperties>(item: TObject<Of>) =>
  Type.Object(
    { items: Type.Array(item) },
    { examples: [{ items: (item as { readonly examples?: readonly unknown[] }).examples ?? [] }] },
  )
