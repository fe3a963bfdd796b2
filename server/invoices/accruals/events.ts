// Events of accruals: history of the organisation that pays.
import type { DomainEvent } from '../../platform/events/change.ts'
import type { NameOf } from '../../platform/events/event-names.ts'
import { monthText } from './accrual.ts'

/** A period was opened or closed, or a firm has stated what is unbilled. */
export const accrualEvent = (
  name: NameOf<'accrual'>,
  { organisationId, month }: { readonly organisationId: number; readonly month: string },
  facts: Readonly<Record<string, unknown>> = {},
): DomainEvent => ({
  name,
  organisationId,
  resource: { kind: 'accrual', id: null },
  subject: null,
  facts: { month: monthText(month), ...facts },
})
