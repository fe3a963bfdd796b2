// Discounts by volume in the shapes of v2.
import Type from 'typebox'
import { decimalIn, inside, needed, neverNull, propertiesOf } from '../../../http/v2/merge-patch.ts'
import { nullableObject } from '../../../http/v2/references.wire.ts'
import { badInput } from '../../../platform/errors.ts'
import { addDays } from '../../../platform/time/local-time.ts'
import { mostTiers } from '../../arrangements/check-terms.ts'
import type { Tier, Volume } from '../../arrangements/volume.ts'

export const tiersSchema = Type.Array(
  Type.Object({
    from: Type.Number({
      description:
        'The fees of the fiscal year, without tax, from which the percent is taken off what is beyond.',
    }),
    percent: Type.Number({ description: 'With at most 2 decimal places.' }),
  }),
  {
    maxItems: mostTiers,
    description: 'Of a discount by volume, the lowest first; each is for the fees up to the next.',
  },
)

export const yearSchema = nullableObject(
  { from: Type.String({ format: 'date' }), to: Type.String({ format: 'date' }) },
  {
    description:
      'Of a discount by volume, the first and the last day of the current fiscal year; null for other kinds.',
  },
)

/** The tiers of a body; none where it has none. */
export function tiersFrom(tiers: unknown): readonly Tier[] {
  if (tiers === undefined) return []
  if (!Array.isArray(tiers)) throw badInput('tiers', 'must be a list of tiers of a discount.')
  if (tiers.length > mostTiers) throw badInput('tiers', `can be ${mostTiers} at most.`)
  return tiers.map((each: unknown, index) => {
    if (typeof each !== 'object' || each === null)
      throw badInput(`tiers[${index}]`, 'must be an object with from and percent.')
    return inside(`tiers[${index}]`, () => tierFrom(each))
  })
}

function tierFrom(body: unknown): Tier {
  const properties = propertiesOf(body, ['from', 'percent'])
  const number = (name: string) => needed(name, neverNull(name, decimalIn(properties, name)))
  return { from: number('from'), percent: number('percent') }
}

/** A tier as v2 shows it. */
export const tierToV2 = ({ from, percent }: Tier) => ({ from: Number(from), percent: Number(percent) })

/** The fiscal year with its last day. */
export const yearToV2 = (volume: Volume | null) =>
  volume && { from: volume.year.from, to: addDays(volume.year.to, -1) }
