// What only the organisation that pays an invoice sees of it: its purchase order, and where it is booked.
import { AllocationPanel } from './allocation/allocation-panel.tsx'
import { OrderPanel } from './orders/order-panel.tsx'
import type { Invoice } from './review/invoice-calls.ts'

export function PayerPanels({ invoice }: { invoice: Invoice }) {
  return (
    <>
      <OrderPanel invoice={invoice} />
      <AllocationPanel invoice={invoice} />
    </>
  )
}
