// Allocations in the shapes of v2. Amounts are JSON numbers with exactly the digits that are stored.
import Type from 'typebox'
import { jsonBody } from '../../../http/v2/bodies.ts'
import {
  decimalIn,
  idIn,
  inside,
  needed,
  neverNull,
  propertiesOf,
  textIn,
} from '../../../http/v2/merge-patch.ts'
import { nullable, nullableObject } from '../../../http/v2/references.wire.ts'
import { badInput } from '../../../platform/errors.ts'
import { mostShares, type NamedShare, type Share } from '../../allocation/shares.ts'
import type { ShownAllocation } from '../../allocation/show-allocation.ts'
import { longestCode } from '../../allocation/cost-list.ts'

/** An entry of a cost list that something names. */
export const costReference = {
  id: Type.Integer(),
  code: Type.String({ readOnly: true, maxLength: longestCode }),
  name: Type.String({ readOnly: true }),
  active: Type.Boolean({ readOnly: true }),
} as const

const named = {
  costCentre: nullableObject(costReference),
  legalEntity: nullableObject(costReference),
  percent: Type.Number({ exclusiveMinimum: 0, maximum: 100, description: 'With at most 4 decimal places.' }),
} as const

const amount = Type.Number({ readOnly: true })
const approvedAmount = nullable<number>('number', { readOnly: true, description: 'Since it was approved.' })

const costCentreExample = { id: 12, code: '4100', name: 'Litigation', active: true }
const legalEntityExample = { id: 3, code: 'HF', name: 'Harbour Foods Ltd', active: true }

export const defaultAllocationSchema = Type.Object(
  { shares: Type.Array(Type.Object(named)) },
  {
    title: 'DefaultAllocation',
    examples: [
      { shares: [{ costCentre: costCentreExample, legalEntity: legalEntityExample, percent: 100 }] },
    ],
  },
)

export const allocationSchema = Type.Object(
  {
    shares: Type.Array(
      Type.Object({
        ...named,
        billedNet: amount,
        billedTax: amount,
        approvedNet: approvedAmount,
        approvedTax: approvedAmount,
      }),
      {
        description:
          'They are 100 % together, and their amounts the sums of the invoice. Empty: not allocated.',
      },
    ),
    currency: Type.String(),
    can: Type.Object({
      change: Type.Boolean(),
      needsReason: Type.Boolean({ description: 'The invoice is approved: a change needs a reason.' }),
    }),
  },
  {
    title: 'InvoiceAllocation',
    examples: [
      {
        shares: [
          {
            costCentre: costCentreExample,
            legalEntity: legalEntityExample,
            percent: 60,
            billedNet: 600,
            billedTax: 90,
            approvedNet: null,
            approvedTax: null,
          },
          {
            costCentre: { id: 13, code: '4200', name: 'Property', active: true },
            legalEntity: null,
            percent: 40,
            billedNet: 400,
            billedTax: 60,
            approvedNet: null,
            approvedTax: null,
          },
        ],
        currency: 'NZD',
        can: { change: true, needsReason: false },
      },
    ],
  },
)

const sentReference = nullableObject({ id: Type.Integer() })
const shares = Type.Array(
  Type.Object(
    {
      costCentre: Type.Optional(sentReference),
      legalEntity: Type.Optional(sentReference),
      percent: named.percent,
    },
    { additionalProperties: false },
  ),
  { maxItems: mostShares, description: 'All of them, 100 % together; empty for none.' },
)
const reason = Type.String({ maxLength: 2_000, description: 'Needed once the invoice is approved.' })

export const defaultAllocationBody = jsonBody(Type.Object({ shares }, { additionalProperties: false }), {
  shares: [],
})
export const allocationBody = jsonBody(
  Type.Object({ shares, reason: Type.Optional(reason) }, { additionalProperties: false }),
  { shares: [] },
)

/** The shares and the reason in a body. */
export function allocationFromV2(body: unknown, names: readonly string[] = ['shares', 'reason']) {
  const sent = propertiesOf(body, names, ['currency', 'can'])
  const { shares: list } = sent
  if (!Array.isArray(list)) throw badInput('shares', 'must be the list of all shares, empty for none.')
  if (list.length > mostShares) throw badInput('shares', `can be ${mostShares} at most.`)
  return {
    shares: list.map((each: unknown, index) => inside(`shares[${index}]`, () => shareFromV2(each))),
    reason: textIn(sent, 'reason', { longest: 2_000 }) ?? null,
  }
}

function shareFromV2(share: unknown): Share {
  const amounts = ['billedNet', 'billedTax', 'approvedNet', 'approvedTax']
  const sent = propertiesOf(share, ['costCentre', 'legalEntity', 'percent'], amounts)
  return {
    costCentreId: idIn(sent, 'costCentre') ?? null,
    legalEntityId: idIn(sent, 'legalEntity') ?? null,
    percent: needed('percent', neverNull('percent', decimalIn(sent, 'percent'))),
  }
}

/** A share without amounts. */
export const shareToV2 = ({ costCentre, legalEntity, percent }: NamedShare) => ({
  costCentre,
  legalEntity,
  percent: Number(percent),
})

const orNull = (decimal: string | null) => (decimal === null ? null : Number(decimal))

/** The allocation of an invoice. */
export const allocationToV2 = ({ shares: list, currency, can }: ShownAllocation) => ({
  shares: list.map((share) => ({
    ...shareToV2(share),
    billedNet: Number(share.billedNet),
    billedTax: Number(share.billedTax),
    approvedNet: orNull(share.approvedNet),
    approvedTax: orNull(share.approvedTax),
  })),
  currency,
  can,
})
