// The JSON Patch of an invoice: the properties it can change, and what they mean.
import { readMoment, utcTextOrNull } from '../../http/v1/dates.wire.ts'
import { applyToState, checkProperties, type Patch, type PropertyRules } from '../../http/v1/json-patch.ts'
import type { PayerChanges } from '../commands/update-payer-fields.ts'
import type { Invoice } from '../invoice.ts'

/** Every path that a patch may name (docs/decisions/0028). */
export const patchedProperties = [
  'Paid',
  'PaidDateUtc',
  'PaymentNote',
  'InternalNotes',
  'PurchaseOrderNo',
] as const

type Property = (typeof patchedProperties)[number]

const textOrNull = (most: number) => (value: unknown) =>
  value === null || (typeof value === 'string' && value.length <= most && !value.includes('\0'))
    ? undefined
    : `a text of ${most} characters at most, or null`

const rules: PropertyRules<Property> = {
  Paid: (value) => (typeof value === 'boolean' ? undefined : 'true or false'),
  PaidDateUtc: (value) =>
    value === null || readMoment(value) ? undefined : 'a time such as 2026-05-06T10:00:00, or null',
  PaymentNote: textOrNull(4_000),
  InternalNotes: textOrNull(10_000),
  PurchaseOrderNo: textOrNull(255),
}

/**
 * The changes that a patch makes to the current invoice; bad_request names each wrong value, conflict a test that
 * fails.
 */
export function changesFromV1(patch: Patch<Property>, invoice: Invoice): PayerChanges {
  const values = applyToState(patch, {
    Paid: invoice.status === 'Paid',
    PaidDateUtc: utcTextOrNull(invoice.paidAt),
    PaymentNote: invoice.paymentNote,
    InternalNotes: invoice.internalNotes,
    PurchaseOrderNo: invoice.purchaseOrder,
  })
  checkProperties(values, rules)
  const has = (name: Property) => values[name] !== undefined
  const text = (name: Property) => (values[name] as string | null)?.trim() || null
  return {
    ...(has('Paid') ? { paid: values.Paid as boolean } : {}),
    ...(has('PaidDateUtc') ? { paidAt: readMoment(values.PaidDateUtc) ?? null } : {}),
    ...(has('PaymentNote') ? { paymentNote: text('PaymentNote') } : {}),
    ...(has('InternalNotes') ? { internalNotes: text('InternalNotes') } : {}),
    ...(has('PurchaseOrderNo') ? { purchaseOrder: text('PurchaseOrderNo') } : {}),
  }
}
