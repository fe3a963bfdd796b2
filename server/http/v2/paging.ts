// Pages of v2 lists: $top and $skip.
import Type, { type TObject, type TProperties } from 'typebox'

/** Schemas of the two parameters, to be spread into a querystring. */
export const pageQuery = {
  $top: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 30 })),
  $skip: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0 })),
}

/** The requested page. */
export const pageOf = ({ $top = 30, $skip = 0 }: { readonly $top?: number; readonly $skip?: number }) => ({
  limit: $top,
  offset: $skip,
})

/** The response schema of such a list, with an example item. */
export const itemsSchema = <Of extends TProperties>(item: TObject<Of>) =>
  Type.Object(
    { items: Type.Array(item) },
    { examples: [{ items: (item as { readonly examples?: readonly unknown[] }).examples ?? [] }] },
  )
