// v1's skip and take.
import Type from 'typebox'

const largestId = 2_147_483_647

export const skipQuery = {
  skip: Type.Optional(Type.Integer({ minimum: 0, maximum: largestId, default: 0 })),
} as const

/** `take` from 1 to 1000; 50 where the specification's limits table does not say otherwise. */
export const takeQuery = (fallback = 50) =>
  ({ take: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: fallback })) }) as const
