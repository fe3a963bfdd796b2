// Cost centres and legal entities: lists of the organisation, what uses them, and replacing one.
import { beforeEach, expect, test } from 'vitest'
import {
  createInvoiceWorld,
  draftInvoice,
  type InvoiceWorld,
  moveInvoiceTo,
} from '../../../../test/fixtures/invoices.ts'
import { detailIn } from '../../../../test/fixtures/reference-lists.ts'
import { createOrganisation, createUser, type TestUser } from '../../../../test/factories.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const parts = useTestApp()
let world: InvoiceWorld
let administrator: TestUser
let admin: Caller
beforeEach(async () => {
  world = await createInvoiceWorld(parts)
  const { organisationId } = world
  const role = { organisationId, role: 'Administrator', permissions: ['ManageInvoices'] } as const
  administrator = await createUser(parts.app, role)
  admin = await callerFor(parts, administrator)
})

const lists = [
  ['/v2/costCentres', 'costCentres', 'costCentre'],
  ['/v2/legalEntities', 'legalEntities', 'legalEntity'],
] as const

const add = async (path: string, code: string, name = `Name of ${code}`) => {
  const answer = await admin.post(path, { code, name })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: number }>().id
}

interface Entry {
  readonly name: string
  readonly code: string
  readonly active: boolean
  readonly uses: number
  readonly usedBy: readonly { readonly by: string; readonly count: number }[]
}
const entriesOf = async (list: string) =>
  (await admin.get(`/v2/referenceLists/${list}/entries`)).json<{ items: readonly Entry[] }>().items

test.each(lists)(
  '%s are kept by administrators, with a code that exists once, for their own people [I-185]',
  async (path, list) => {
    const id = await add(path, '4100', 'Litigation')
    expect((await admin.post(path, { code: ' 4100 ', name: 'Again' })).statusCode).toBe(409)
    for (const [body, name] of [
      [{ code: '', name: 'A' }, 'code'],
      [{ code: 'x'.repeat(61), name: 'A' }, 'code'],
      [{ code: 'two\nlines', name: 'A' }, 'code'],
      [{ code: '1', name: ' ' }, 'name'],
      [{ code: '1', name: 'A', active: 'yes' }, 'active'],
      [{ code: '1' }, 'name'],
    ] as const) {
      const refused = await admin.post(path, body)
      expect([refused.statusCode, Object.keys(refused.json<{ errors: object }>().errors ?? {})]).toEqual([
        400,
        [name],
      ])
    }
    const shown = await admin.get(`${path}/${id}`)
    expect(shown.json()).toMatchObject({ id, code: '4100', name: 'Litigation', active: true, version: 1 })
    const headers = { 'if-match': String(shown.headers['etag']) }
    expect((await admin.patch(`${path}/${id}`, { active: false }, { headers })).statusCode).toBe(204)
    expect((await admin.patch(`${path}/${id}`, { name: 'Lost' }, { headers })).statusCode).toBe(412)
    expect((await world.payer.caller.get(`${path}?$filter=Active eq true`)).json()).toMatchObject({
      items: [],
    })
    expect((await world.payer.caller.get(path)).json()).toMatchObject({
      items: [{ code: '4100', active: false }],
    })
    expect(await entriesOf(list)).toMatchObject([
      { code: '4100', name: 'Litigation', active: false, uses: 0 },
    ])
    expect((await world.payer.caller.post(path, { code: '5', name: 'Not mine' })).statusCode).toBe(403)
    // law firms and others see only their own
    expect((await world.lawyer.caller.get(path)).json()).toMatchObject({ items: [] })
    expect((await world.lawyer.caller.get(`${path}/${id}`)).statusCode).toBe(404)
    const other = await createOrganisation(parts.app)
    const stranger = await callerFor(
      parts,
      await createUser(parts.app, { organisationId: other.id, role: 'Administrator' }),
    )
    expect((await stranger.patch(`${path}/${id}`, { name: 'Theirs' })).statusCode).toBe(404)
    expect((await stranger.delete(`${path}/${id}`)).statusCode).toBe(404)
    expect((await admin.delete(`${path}/${id}`)).statusCode).toBe(204)
    expect(await entriesOf(list)).toEqual([])
  },
)

test.each(lists)(
  '%s that are used are counted, not deleted, and replaced everywhere, shares becoming one [I-186]',
  async (path, list, property) => {
    const { lawyer, payer, matterId } = world
    // uses are counted for those who see them
    const membership = `/v2/matters/${matterId}/members/${administrator.id}`
    expect((await payer.caller.put(membership, { roles: ['Member'] })).statusCode).toBe(204)
    const [old, next] = [await add(path, 'A'), await add(path, 'B')]
    const shares = [
      { [property]: { id: old }, percent: 33.3333 },
      { [property]: { id: next }, percent: 66.6667 },
    ]
    expect((await payer.caller.put(`/v2/matters/${matterId}/allocation`, { shares })).statusCode).toBe(200)
    const invoice = await draftInvoice(parts.app, lawyer.actor, matterId, { currency: 'GBP' })
    await moveInvoiceTo(parts.app, lawyer.actor, invoice, 'Posted')
    if (list === 'costCentres') {
      const rule = { name: 'Head', matterManager: true, costCentres: [{ id: old }, { id: next }] }
      expect((await admin.put('/v2/invoices/approvalRules', { rules: [rule] })).statusCode).toBe(200)
    }
    const rules = list === 'costCentres' ? [{ by: 'InvoiceApprovalRule', count: 1 }] : []
    const kinds = [{ by: 'Matter', count: 1 }, { by: 'Invoice', count: 1 }, ...rules]
    for (const { usedBy } of await entriesOf(list))
      expect(usedBy.toSorted((a, b) => a.by.localeCompare(b.by))).toEqual(
        kinds.toSorted((a, b) => a.by.localeCompare(b.by)),
      )
    const uses = await admin.get(`/v2/referenceLists/${list}/entries/${old}/uses`)
    expect(uses.statusCode, uses.body).toBe(200)
    expect(
      uses
        .json<{ uses: readonly { by: string }[] }>()
        .uses.map(({ by }) => by)
        .toSorted(),
    ).toEqual(kinds.map(({ by }) => by).toSorted())
    const refused = await admin.delete(`${path}/${old}`)
    expect([refused.statusCode, detailIn(refused)]).toEqual([409, expect.stringContaining('is used')])

    const done = await admin.post(`/v2/referenceLists/${list}/entries/${old}/replace`, { into: { id: next } })
    expect(done.statusCode, done.body).toBe(204)
    expect(await entriesOf(list)).toMatchObject([{ code: 'B', uses: kinds.length }])
    const whole = [{ [property]: { id: next }, percent: 100 }]
    expect((await payer.caller.get(`/v2/matters/${matterId}/allocation`)).json()).toMatchObject({
      shares: whole,
    })
    expect((await payer.caller.get(`/v2/invoices/${invoice}/allocation`)).json()).toMatchObject({
      shares: [{ ...whole[0], billedNet: 395, billedTax: 56.25 }],
    })
    if (list === 'costCentres') {
      expect((await admin.get('/v2/invoices/approvalRules')).json()).toMatchObject({
        rules: [{ costCentres: [{ id: next, code: 'B' }] }],
      })
    }
  },
)
