// v1's skip and take.
import Type from 'typebox'

const maxId = 2_147_483_647

export const skipQuery = {
  skip: Type.Optional(Type.Integer({ minimum: 0, maximum: maxId, default: 0 })),
} as const

/** The default page size. */
export const defaultTake = 50

/** `take` from 1 to 1000; 50 unless the specification's limits table says otherwise. */
export const takeQuery = (fallback = defaultTake) =>
  ({ take: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: fallback })) }) as const
