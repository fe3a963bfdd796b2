// v1's skip and take.
import Type from 'typebox'

const largestId = 2_147_483_647

export const skipQuery = {
  skip: Type.Optional(Type.Integer({ minimum: 0, maximum: largestId, default: 0 })),
} as const

/** How many rows a page has when nobody says. */
export const defaultTake = 50

/** `take` from 1 to 1000; 50 where the specification's limits table does not say otherwise. */
export const takeQuery = (fallback = defaultTake) =>
  ({ take: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: fallback })) }) as const
