// Which events on a record only people of the organisation that owns it may read. The history, notifications and the
// stream all use this list.

/** By the kind of the thing, or the name of the event. */
export const readByOwnOrganisation = [
  'invoiceAllocation',
  'invoiceApproval',
  'invoiceExport',
  'feeArrangement',
  'matterBudget',
  'matter.budget.set',
  'request',
  'purchaseOrder',
] as const

/** Whether law firms on the record do not read it. */
export const isForOwnOrganisation = (event: {
  readonly name: string
  readonly resource: { readonly kind: string }
}): boolean => [event.name, event.resource.kind].some((what) => names.has(what))

const names: ReadonlySet<string> = new Set(readByOwnOrganisation)
