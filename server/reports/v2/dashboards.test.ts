// Dashboards: who gets which, and that their tiles are answered by what each reader may see.
import { beforeEach, expect, test } from 'vitest'
import { createFirm, createUser } from '../../../test/factories.ts'
import { actorFor } from '../../../test/fixtures/actors.ts'
import {
  createInvoiceWorld,
  draftInvoice,
  type InvoiceWorld,
  moveInvoiceTo,
} from '../../../test/fixtures/invoices.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import type { Actor } from '../../platform/actor.ts'

const parts = useTestApp()
let world: InvoiceWorld
beforeEach(async () => {
  world = await createInvoiceWorld(parts)
})

interface Catalogue {
  readonly ready: readonly {
    readonly id: string
    readonly list: string
    readonly by: readonly string[]
    readonly measures: readonly string[]
    readonly filter: string | null
    readonly range: string | null
    readonly order: string
    readonly top: number
  }[]
  readonly dashboards: readonly { readonly id: string; readonly tiles: readonly string[] }[]
}

const catalogueFor = async (caller: Caller): Promise<Catalogue> =>
  (await caller.get('/v2/reports/catalogue')).json<Catalogue>()

/** The figures of each tile of the first dashboard, as they are answered. */
async function tilesFor(caller: Caller): Promise<ReadonlyMap<string, string>> {
  const { ready, dashboards } = await catalogueFor(caller)
  const tiles = new Map<string, string>()
  for (const id of dashboards[0]?.tiles ?? []) {
    const report = ready.find((each) => each.id === id)
    expect(report, id).toBeDefined()
    if (!report) continue
    const { list, by, measures, filter, range, order, top } = report
    const query = new URLSearchParams({
      list,
      by: by.join(','),
      measures: measures.join(','),
      filter: filter ?? '',
      range: range ?? '',
      order,
      top: String(top),
    })
    const answer = await caller.get(`/v2/reports/figures?${query.toString()}`)
    expect(answer.statusCode, answer.body).toBe(200)
    tiles.set(id, answer.body)
  }
  return tiles
}

async function bill(actor: Actor, matterId: number, unitPrice: string): Promise<void> {
  const lines = [{ kind: 'Fee' as const, description: 'Advice', quantity: '1', unitPrice }]
  const id = await draftInvoice(parts.app, actor, matterId, {
    currency: 'GBP',
    invoiceDate: '2026-02-03',
    lines,
  })
  await moveInvoiceTo(parts.app, actor, id, 'Posted')
}

test('departments, firms and people who request help get the dashboards of their work [K-40]', async () => {
  const { payer, lawyer, member } = world
  const ids = async (caller: Caller) => (await catalogueFor(caller)).dashboards.map(({ id }) => id)
  expect(await ids(payer.caller)).toEqual(['general-counsel', 'legal-operations'])
  expect(await ids(lawyer.caller)).toEqual(['our-work'])
  expect(await ids(member.caller)).toEqual([])
})

test('all tiles of all dashboards are ready-made reports that can be asked for [K-40]', async () => {
  for (const { caller } of [world.payer, world.lawyer]) {
    const { ready, dashboards } = await catalogueFor(caller)
    const known = ready.map(({ id }) => id)
    for (const { tiles } of dashboards) {
      expect(tiles.length).toBeGreaterThan(5)
      expect(new Set(tiles).size).toBe(tiles.length)
      expect(tiles.filter((id) => !known.includes(id))).toEqual([])
    }
  }
})

test('a firm gets figures of what it billed, and nothing of another firm on the matter [K-41]', async () => {
  const { app } = parts
  const { organisationId, payer, lawyer } = world
  const { id: firmId } = await createFirm(app, organisationId)
  const other = await createUser(app, {
    organisationId: firmId,
    role: 'MatterManager',
    permissions: ['ManageInvoices'],
  })
  const matterId = await insertMatter(app, { owner: payer.user, members: [lawyer.user, other] })
  await bill(lawyer.actor, matterId, '1234.56')
  await bill(await actorFor(app, other), matterId, '98765.43')

  const ours = await tilesFor(lawyer.caller)
  expect(ours.get('invoices-by-status')).toContain('1234.56')
  expect([...ours.values()].join('\n')).not.toContain('98765.43')
  const theirs = await tilesFor(await callerFor(parts, other))
  expect(theirs.get('invoices-by-status')).toContain('98765.43')
  expect([...theirs.values()].join('\n')).not.toContain('1234.56')
  expect((await tilesFor(payer.caller)).get('spend-by-firm')).toContain('99999.99')
})
