// What an organisation has agreed, been billed and paid comes to an empty installation as it left.
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyInstallation } from '../../../test/fixtures/empty-installation.ts'
import { keptHours } from '../../../test/fixtures/fee-hours.ts'
import { draftInvoice } from '../../../test/fixtures/invoices.ts'
import { createMoneyToMove } from '../../../test/fixtures/money-to-move.ts'
import { temporaryFolder } from '../../../test/servers/backups.ts'
import { createFirm, createUser } from '../../../test/factories.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { internalTransaction, systemActor } from '../../platform/events/change.ts'
import type { App } from '../../platform/app.ts'
import { importFrom } from '../cli/actions/organisation-actions.ts'
import { compareExport } from './compare-export.ts'
import { exportOrganisation } from './export-organisation.ts'

const parts = useTestApp()

async function exported(organisationId: number): Promise<string> {
  const path = join(await temporaryFolder(), 'money.zip')
  const { stream, recorded } = await exportOrganisation(parts.app, systemActor('test'), organisationId)
  await pipeline(stream, createWriteStream(path))
  expect(await recorded).toBe(true)
  return path
}

const moneyTables = [
  'agreed_rates',
  'fee_arrangement_versions',
  'fee_arrangements',
  'invoice_answer_files',
  'invoice_exchanges',
  'invoice_flags',
  'invoice_lines',
  'invoice_payments',
  'invoice_tax_corrections',
  'retainer_movements',
  'tax_code_rates',
  'tax_codes',
]

/** How many rows of each an organisation has. */
async function countsIn(app: App, organisationId: number): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  for (const table of moneyTables) {
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from ${sql.table(table)} where organisation_id = ${organisationId}`.execute(
      app.db,
    )
    counts[table] = rows[0]?.count ?? 0
  }
  return counts
}

test('tax codes, arrangements of all kinds, credit notes, payments and files with answers move [X-24]', async () => {
  const { organisationId } = await createMoneyToMove(parts)
  const before = await countsIn(parts.app, organisationId)
  expect(before).toMatchObject({
    fee_arrangements: 5,
    invoice_answer_files: 1,
    invoice_payments: 4,
    invoice_tax_corrections: 1,
    retainer_movements: 4,
  })
  const path = await exported(organisationId)
  const app = await emptyInstallation(parts.clock)
  const imported = await importFrom(app, path)
  expect((await compareExport(app, path)).differences).toEqual([])
  expect(imported.contents).toBe(1)
  expect(await countsIn(app, organisationId)).toEqual(before)
  const hours = await keptHours(app, organisationId)
  expect([hours.wrong, hours.count > 0, hours.hours > 0]).toEqual([[], true, true])
})

test('a firm that an invoice names, and a person who only proposed rates, move by their names [X-24]', async () => {
  const world = await createMoneyToMove(parts)
  const { organisationId } = world
  const { app } = parts
  const former = await linkedFirm(app, organisationId)
  await draftInvoice(app, world.payer.actor, world.matterId, { serviceProviderId: former.id })
  await internalTransaction(app, (tx) =>
    sql`delete from organisation_links where customer_id = ${organisationId} and provider_id = ${former.id}`.execute(
      tx,
    ),
  )
  const elsewhere = await linkedFirm(app, organisationId)
  const biller = await createUser(app, {
    organisationId: elsewhere.id,
    role: 'MatterManager',
    permissions: ['ManageInvoices'],
  })
  const proposal = {
    customer: { id: organisationId },
    rates: [{ currency: 'GBP', rate: 300, from: '2026-04-01' }],
  }
  const proposed = await (await callerFor(parts, biller)).post('/v2/rateProposals', proposal)
  expect(proposed.statusCode, proposed.body).toBe(201)
  const path = await exported(organisationId)
  const other = await emptyInstallation(parts.clock)
  await importFrom(other, path)
  expect((await compareExport(other, path)).differences).toEqual([])
  const { rows } = await sql<{ name: string; email: string | null }>`select o.name, u.email
    from organisations o left join users u on u.organisation_id = o.id
    where o.id in (${former.id}, ${elsewhere.id}) order by o.id`.execute(other.db)
  expect(rows).toEqual([
    { name: former.name, email: null },
    { name: elsewhere.name, email: biller.email },
  ])
})

async function linkedFirm(app: App, customerId: number) {
  const firm = await createFirm(app, customerId)
  return firm
}
