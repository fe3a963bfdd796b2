// Lists of purchase orders, each with what is used of it and what remains.
import { sql } from 'kysely'
import { personColumns } from '../../identity/users/person-columns.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Column } from '../../platform/lists/list-query.ts'
import type { Listing } from '../../platform/lists/list-rows.ts'
import { type RowSource, rowSource } from '../../platform/postgres/row-source.ts'
import { ordersVisibleTo } from './access.ts'
import { orderSums, remaining } from './used.ts'

const own = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`purchase_orders.${column}`),
})
const organisationName = (column: string): Column => ({
  kind: 'text',
  nullable: false,
  sql: sql`(select o.name from organisations o where o.id = ${sql.ref(`purchase_orders.${column}`)})`,
})
const entry = (table: 'cost_centres' | 'legal_entities', id: string, column: string) =>
  sql`(select e.${sql.ref(column)} from ${sql.table(table)} e where e.organisation_id = purchase_orders.organisation_id
    and e.id = ${sql.ref(`purchase_orders.${id}`)})`

/** The columns as this caller may see them: null for law firms, in filters as well, where it is not theirs to know. */
export function orderListing(actor: Pick<Actor, 'organisationId'>) {
  const forPayer = (kind: Column['kind'], value: Column['sql']): Column => ({
    kind,
    nullable: true,
    sql: sql`(case when purchase_orders.organisation_id = ${actor.organisationId} then ${value} end)`,
  })
  return {
    catalogue: {
      id: own('integer', 'id'),
      number: own('text', 'number'),
      customerId: own('integer', 'organisation_id'),
      customerName: organisationName('organisation_id'),
      firmId: own('integer', 'provider_id'),
      firmName: organisationName('provider_id'),
      matterId: own('integer', 'matter_id', true),
      // not through access.ts: only orders of matters that the caller sees are listed
      matterName: {
        kind: 'text',
        nullable: true,
        sql: sql`(select m.name from matters m where m.organisation_id = purchase_orders.organisation_id
          and m.id = purchase_orders.matter_id)`,
      },
      currency: own('text', 'currency'),
      from: own('local', 'starts_on', true),
      to: own('local', 'ends_on', true),
      open: own('boolean', 'open'),
      remaining: { kind: 'number', nullable: false, sql: remaining },
      inOtherCurrencies: { kind: 'integer', nullable: false, sql: orderSums.inOtherCurrencies },
      amount: forPayer('number', sql.ref('purchase_orders.amount')),
      approved: forPayer('number', orderSums.approved),
      pending: forPayer('number', orderSums.pending),
      note: forPayer('text', sql.ref('purchase_orders.note')),
      costCentreId: forPayer('integer', sql.ref('purchase_orders.cost_centre_id')),
      costCentreCode: forPayer('text', entry('cost_centres', 'cost_centre_id', 'code')),
      costCentreName: forPayer('text', entry('cost_centres', 'cost_centre_id', 'name')),
      legalEntityId: forPayer('integer', sql.ref('purchase_orders.legal_entity_id')),
      legalEntityCode: forPayer('text', entry('legal_entities', 'legal_entity_id', 'code')),
      legalEntityName: forPayer('text', entry('legal_entities', 'legal_entity_id', 'name')),
      version: own('integer', 'version'),
      createdAt: own('moment', 'created_at'),
      createdById: own('uuid', 'created_by'),
      ...personColumns('createdBy', 'purchase_orders.created_by'),
    },
    id: { kind: 'integer', sql: sql.ref('purchase_orders.id') },
  } as const satisfies Listing
}

/** The orders that the actor sees. Throws forbidden for somebody who does not work on invoices. */
export const orderRows = ({ db }: Pick<App, 'db'>, actor: Actor): RowSource =>
  rowSource(ordersVisibleTo(db, actor), orderListing(actor))
