// What is sent about exports to finance, in the shapes of v2.
import Type from 'typebox'
import {
  decimalIn,
  idIn,
  inside,
  momentIn,
  needed,
  neverNull,
  propertiesOf,
  textIn,
} from '../../../http/v2/merge-patch.ts'
import { nullable } from '../../../http/v2/references.wire.ts'
import { badInput } from '../../../platform/errors.ts'
import type { Acknowledgement, Booked, Payment } from '../../exports/acknowledge-export.ts'
import type { NewExport } from '../../exports/create-export.ts'
import { longestReference, mostExported } from '../../exports/finance-export.ts'

const longestNote = 1_000
const closed = { additionalProperties: false }
const reference = Type.String({ minLength: 1, maxLength: longestReference })
const invoiceReference = { id: Type.Integer() }
const paid = {
  paidDateUtc: Type.String({ format: 'date-time' }),
  amount: Type.Optional(Type.Number({ description: 'With tax; default: all that remains.' })),
  paymentReference: Type.Optional(reference),
  paymentId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: longestReference,
      description:
        'The id of the payment in the finance system. The same id is the same payment: sent again it changes nothing, and with another amount, moment or reference it is 409. Without it, the same amount, moment and reference are the same payment.',
    }),
  ),
}
const most = { minItems: 1, maxItems: mostExported }

export const newExportSchema = Type.Object(
  {
    invoices: Type.Array(Type.Object(invoiceReference), most),
    note: nullable<string>('string', { maxLength: longestNote }),
  },
  closed,
)

export const acknowledgeSchema = Type.Object(
  {
    reference,
    invoices: Type.Optional(
      Type.Array(
        Type.Object(
          {
            ...invoiceReference,
            reference: Type.Optional(reference),
            paidDateUtc: Type.Optional(paid.paidDateUtc),
            amount: paid.amount,
            paymentReference: paid.paymentReference,
            paymentId: paid.paymentId,
          },
          closed,
        ),
        { maxItems: mostExported },
      ),
    ),
  },
  closed,
)

export const paymentsSchema = Type.Object(
  { invoices: Type.Array(Type.Object({ ...invoiceReference, ...paid }, closed), most) },
  closed,
)

export const withdrawSchema = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: longestNote }) },
  closed,
)

type Sent = ReturnType<typeof propertiesOf>

function listIn(sent: Sent, least: number): readonly unknown[] {
  const { invoices = [] } = sent
  if (Array.isArray(invoices) && invoices.length >= least && invoices.length <= mostExported) return invoices
  throw badInput('invoices', `must be a list of ${least} to ${mostExported} invoices.`)
}

const idOf = (sent: Sent) => needed('id', neverNull('id', idIn({ id: sent }, 'id')))
const shortIn = (sent: Sent, name: string) => textIn(sent, name, { longest: longestReference }) ?? null

/** A new export in a body. */
export function newExportFromV2(body: unknown): NewExport {
  const sent = propertiesOf(body, ['invoices', 'note'])
  return {
    invoiceIds: listIn(sent, 1).map((each, index) =>
      inside(`invoices[${index}]`, () => idOf(propertiesOf(each, ['id'], ['number', 'name']))),
    ),
    note: textIn(sent, 'note', { longest: longestNote }) ?? null,
  }
}

function paymentIn(sent: Sent): Payment | null {
  const paidAt = momentIn(sent, 'paidDateUtc') ?? null
  const said = shortIn(sent, 'paymentReference')
  const amount = decimalIn(sent, 'amount') ?? null
  const externalId = shortIn(sent, 'paymentId')
  if (paidAt === null && (said !== null || amount !== null || externalId !== null))
    throw badInput('paidDateUtc', 'is missing: when it was paid.')
  return paidAt && { paidAt, amount, reference: said, externalId }
}

/** What the finance system says of an export. */
export function acknowledgementFromV2(body: unknown): Acknowledgement {
  const sent = propertiesOf(body, ['reference', 'invoices'])
  return {
    reference: needed('reference', neverNull('reference', shortIn(sent, 'reference'))),
    booked: listIn(sent, 0).map((each, index) =>
      inside(`invoices[${index}]`, (): Booked => {
        const own = propertiesOf(each, [
          'id',
          'reference',
          'paidDateUtc',
          'amount',
          'paymentReference',
          'paymentId',
        ])
        return { invoiceId: idOf(own), reference: shortIn(own, 'reference'), payment: paymentIn(own) }
      }),
    ),
  }
}

/** Payments in a body. */
export const paymentsFromV2 = (body: unknown) =>
  listIn(propertiesOf(body, ['invoices']), 1).map((each, index) =>
    inside(`invoices[${index}]`, () => {
      const own = propertiesOf(each, ['id', 'paidDateUtc', 'amount', 'paymentReference', 'paymentId'])
      const payment = needed('paidDateUtc', paymentIn(own) ?? undefined)
      return { invoiceId: idOf(own), payment }
    }),
  )

/** Why an export is withdrawn. */
export function withdrawalFromV2(body: unknown): string {
  const sent = propertiesOf(body, ['reason'])
  return needed('reason', textIn(sent, 'reason', { longest: longestNote }) ?? undefined)
}
