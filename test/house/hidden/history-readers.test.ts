// The history of a record shows each reader only what they may read: for each entry, the call that reads the thing it
// is about answers them, and each property that it names is one that this call shows them. A kind of thing that is not
// in the table fails, so that a new one is compared too.
import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../test-app.ts'
import type { Caller } from '../../http.ts'
import { addRecords, type HiddenWorld, hiddenWorld, sent } from './hidden-world.ts'

const parts = useTestApp()
let made: HiddenWorld
beforeAll(async () => {
  made = await hiddenWorld(parts)
  await addRecords(made, false)
})

interface Entry {
  readonly action: string
  readonly resource: { readonly type: string; readonly id: number | null }
  readonly changes: readonly { readonly property: string }[]
}

type Read = (entry: Entry, record: string) => string

const onRecord =
  (path: string): Read =>
  (_, record) =>
    `${record}${path}`
const itself =
  (many: string): Read =>
  ({ resource }) =>
    `/v2/${many}/${resource.id}`

/** The call that reads what an entry is about, by the action or the kind of the thing. */
const reads: Readonly<Record<string, Read>> = {
  'matter.budget.set': onRecord('/money'),
  matter: onRecord(''),
  contract: onRecord(''),
  matterBudget: onRecord('/exposure'),
  feeArrangement: onRecord('/feeArrangements'),
  'matter-message': onRecord('/conversation'),
  'contract-message': onRecord('/conversation'),
  'status-message': onRecord('/statusMessages'),
  tag: onRecord('/tags'),
  'key-date': onRecord('/keyDates'),
  request: itself('requests'),
  file: itself('files'),
  task: itself('tasks'),
  invoice: itself('invoices'),
  invoiceAllocation: ({ resource }) => `/v2/invoices/${resource.id}/allocation`,
  purchaseOrder: () => '/v2/purchaseOrders',
}

async function addMoney({ owner }: HiddenWorld): Promise<void> {
  await sent(owner.patch('/v2/invoices/1', { internalNotes: 'Too much', purchaseOrder: 'PO 7' }))
  await sent(owner.patch('/v2/invoices/1', { internalNotes: 'Far too much' }))
  await sent(owner.put('/v2/matters/1/exposure', { amount: 9_000, currency: 'EUR', probability: 50 }))
}

/** What of the entry the reader cannot read. */
async function unreadable(caller: Caller, record: string, entry: Entry): Promise<readonly string[]> {
  const read = reads[entry.action] ?? reads[entry.resource.type]
  if (!read) return [`no call reads ${entry.resource.type}`]
  const url = read(entry, record)
  const [theirs, whole] = [await caller.get(url), await made.owner.get(url)]
  if (theirs.statusCode !== 200) return [`${entry.action}: ${theirs.statusCode} at ${url}`]
  const [shown, all] = [theirs, whole].map((answer) => answer.json<Record<string, unknown>>())
  return entry.changes
    .filter(({ property }) => (all?.[property] ?? null) !== null && (shown?.[property] ?? null) === null)
    .map(({ property }) => `${entry.action}: ${property}`)
}

test('the history names to each reader only what they may read [A-201]', async () => {
  await addMoney(made)
  const wrong: string[] = []
  const seen = new Map<string, readonly string[]>()
  const readers = [...made.people].map(([who, { caller }]) => [who, caller] as const)
  for (const [who, caller] of [['owner', made.owner] as const, ...readers])
    for (const record of ['/v2/matters/1', '/v2/contracts/1']) {
      const answer = await caller.get(`${record}/history?$top=200`)
      if (answer.statusCode !== 200) continue
      const { items } = answer.json<{ items: readonly Entry[] }>()
      seen.set(
        `${who} ${record}`,
        items.map(({ action }) => action),
      )
      for (const entry of items)
        wrong.push(...(await unreadable(caller, record, entry)).map((what) => `${who}: ${what}`))
    }
  expect(wrong).toEqual([])
  const firm = seen.get('law firm /v2/matters/1') ?? []
  // a change of notes alone is no entry for the firm; with a change that it reads, that one is
  expect(firm.filter((action) => action === 'invoice.updated')).toHaveLength(1)
  expect(firm).toContain('task.created')
  const whole = seen.get('owner /v2/matters/1') ?? []
  expect(whole.filter((action) => action === 'invoice.updated')).toHaveLength(2)
  for (const action of ['matter.budget.set', 'matter.exposure.set', 'purchaseOrder.created']) {
    expect(whole).toContain(action)
    expect(firm).not.toContain(action)
  }
  expect(seen.get('guest /v2/matters/1')).not.toContain('purchaseOrder.created')
})
