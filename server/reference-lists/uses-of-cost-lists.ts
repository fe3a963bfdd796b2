// What may name cost centres and legal entities: matters, invoices, rules of their approval and purchase
// orders.
import { sql } from 'kysely'
import { type CostListName, costLists } from '../invoices/allocation/cost-list.ts'
import { moveDefaultShares, moveInvoiceShares } from '../invoices/allocation/move-shares.ts'
import { moveCostCentreOfRules } from '../invoices/approvals/move-cost-centre.ts'
import { insideCostEvent } from '../invoices/inside-costs/events.ts'
import { orderEvent } from '../invoices/orders/order.ts'
import { kinds } from '../records/kinds.ts'
import { moveColumn } from './moves.ts'
import type { Use } from './uses.ts'

/** Inside costs; with the costs of the other entry they are summed, not put together. */
export const insideCostUse = (column: 'cost_centre_id' | 'department_id'): Use => ({
  by: 'InsideCost',
  ids: ({ organisationId, entry }) => sql`select c.id from inside_costs c
    where c.organisation_id = ${organisationId} and ${sql.ref(`c.${column}`)} = ${entry}`,
  move: (moving) =>
    moveColumn(
      moving,
      { table: 'inside_costs', column, isDated: false },
      ({ organisationId, from, into }, id) =>
        insideCostEvent(
          'insideCost.updated',
          { organisationId, id },
          {
            changed: {
              [column === 'department_id' ? 'department' : 'costCentre']: { from: from.name, to: into.name },
            },
          },
        ),
    ),
})

const usesOf = (name: CostListName): readonly Use[] => {
  const column = sql.ref(`a.${costLists[name].column}`)
  return [
    {
      by: kinds.matter.type,
      // not through access.ts: they block this regardless of who may see them
      ids: ({ organisationId, entry }) => sql`select a.matter_id as id from matter_allocations a
        where a.organisation_id = ${organisationId} and ${column} = ${entry}`,
      move: ({ tx, organisationId, from, into }) =>
        moveDefaultShares(tx, { organisationId, list: name, from, into }),
    },
    {
      by: 'Invoice',
      ids: ({ organisationId, entry }) => sql`select a.invoice_id as id from invoice_allocations a
        where a.organisation_id = ${organisationId} and ${column} = ${entry}`,
      move: ({ tx, organisationId, from, into }) =>
        moveInvoiceShares(tx, { organisationId, list: name, from, into }),
    },
    {
      by: 'PurchaseOrder',
      ids: ({ organisationId, entry }) => sql`select a.id from purchase_orders a
        where a.organisation_id = ${organisationId} and ${column} = ${entry}`,
      move: (moving) =>
        moveColumn(
          moving,
          { table: 'purchase_orders', column: costLists[name].column },
          ({ organisationId, from, into }, id) =>
            orderEvent(
              'purchaseOrder.updated',
              { organisationId, id, matterId: null },
              { changed: { [costLists[name].event]: { from: from.name, to: into.name } } },
            ),
        ),
    },
  ]
}

export const costCentreUses: readonly Use[] = [
  ...usesOf('costCentres'),
  insideCostUse('cost_centre_id'),
  {
    by: 'InvoiceApprovalRule',
    ids: ({ organisationId, entry }) => sql`select r.position as id from invoice_approval_rules r
      where r.organisation_id = ${organisationId} and r.cost_centre_ids @> array[${entry}]::bigint[]`,
    move: ({ tx, organisationId, from, into }) => moveCostCentreOfRules(tx, { organisationId, from, into }),
  },
]

export const legalEntityUses = usesOf('legalEntities')
