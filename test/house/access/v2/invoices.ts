// Access to invoices and recipients through v2.
import { usualDays } from '../../../../server/invoices/approvals/rules.ts'
import { setApprovalRules } from '../../../../server/invoices/approvals/set-approval-rules.ts'
import { createInvoice } from '../../../../server/invoices/commands/create-invoice.ts'
import { createRecipient } from '../../../../server/invoices/commands/create-recipient.ts'
import { setGuideline } from '../../../../server/invoices/commands/set-guideline.ts'
import { listFlags } from '../../../../server/invoices/guidelines/stored-flags.ts'
import { importInvoices } from '../../../../server/invoices/commands/import-invoices.ts'
import { systemActor } from '../../../../server/platform/events/change.ts'
import { createUser } from '../../../factories.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import { askToApprove } from '../../../fixtures/invoice-approvals.ts'
import { moveInvoiceTo } from '../../../fixtures/invoices.ts'
import { ledes1998B, rows1998B } from '../../../documents/ledes.ts'
import { insertMatter } from '../../../fixtures/matters.ts'
import type { InvoiceStatus } from '../../../../server/invoices/invoice.ts'
import type { AccessCase } from '../case.ts'
import { mark, type World } from '../world.ts'

const invoices = '/v2/invoices'
const recipients = '/v2/invoiceRecipients'

/** A matter of the owner; the viewer is a member. */
export const matter = ({ app, people }: World) =>
  insertMatter(app, {
    owner: people.owner,
    members: [people.viewer],
    values: { reference: mark(), manager_reference: null },
  })

const bill = (number: string) => ({
  number,
  vendorName: 'Land Registry',
  invoiceDate: '2026-05-06',
  lines: [{ kind: 'Fee', description: 'Search', unitPrice: '500.00' }] as const,
})

/** An invoice on it, with a number that occurs nowhere else. */
export async function invoice(world: World, status: InvoiceStatus = 'Posted') {
  const { app, people } = world
  const [number, owner] = [mark(), await actorFor(app, people.owner)]
  const invoiceId = await createInvoice(app, owner, await matter(world), bill(number))
  await moveInvoiceTo(app, owner, invoiceId, status)
  return { params: { invoiceId }, mark: number }
}

/** One that somebody else entered and asks the owner to approve. */
async function asked(world: World, isByOwner = false) {
  const { app, organisationId, people } = world
  const theirs = await createUser(app, { organisationId, permissions: ['ManageInvoices'] })
  const matterId = await insertMatter(app, { owner: theirs, members: [people.viewer, people.owner] })
  const actor = await actorFor(app, theirs)
  const number = mark()
  const invoiceId = await createInvoice(app, actor, matterId, bill(number))
  await moveInvoiceTo(app, actor, invoiceId, 'InReview')
  const key = { organisationId, id: invoiceId }
  const [startedBy, approverId] = isByOwner ? [people.owner.id, theirs.id] : [theirs.id, people.owner.id]
  await askToApprove(app, key, { startedBy, approverId })
  return { params: { invoiceId }, mark: number }
}

/** One that a rule applies to: a rule that no other invoice meets, in the currency of the organisation. */
async function toBeAsked(world: World) {
  const { app, organisationId, people } = world
  const actor = await actorFor(app, people.owner)
  const approver = await createUser(app, { organisationId })
  const lines = [{ kind: 'Fee', description: 'Search', unitPrice: '900000.00' }] as const
  const invoiceId = await createInvoice(app, actor, await matter(world), { ...bill(mark()), lines })
  await moveInvoiceTo(app, actor, invoiceId, 'Posted')
  const { currency } = await app.db
    .selectFrom('invoices')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', invoiceId)
    .select('currency')
    .executeTakeFirstOrThrow()
  const rule = {
    name: 'Board',
    approverIds: [approver.id],
    matterManager: false,
    need: 'One',
    from: { total: '900000', currency },
    overBudget: false,
    costCentreIds: [],
  } as const
  const given = { ownEntriesRefused: false, ...usualDays, rules: [rule] }
  await setApprovalRules(app, actor, { given, checkVersion: () => undefined })
  return { params: { invoiceId } }
}

async function imported(world: World) {
  const { app, people } = world
  const [reference, name] = [mark(), `${mark()}.txt`]
  await insertMatter(app, { owner: people.owner, members: [people.viewer], values: { reference } })
  const rows = rows1998B({ CLIENT_MATTER_ID: reference, INVOICE_NUMBER: mark(), LAW_FIRM_MATTER_ID: '' })
  const file = { bytes: Buffer.from(ledes1998B(rows)), fileName: name }
  const owner = await actorFor(app, people.owner)
  const made = await importInvoices(app, owner, file, { vendorName: 'Land Registry' })
  return { params: { invoiceId: made.invoices[0]?.id ?? 0 }, mark: reference }
}

const move = (kind: string, from: InvoiceStatus, body: object = {}): AccessCase => ({
  route: `POST ${invoices}/:invoiceId/${kind}`,
  make: async (world) => ({ params: (await invoice(world, from)).params, body }),
})

async function recipient({ app, organisationId }: World) {
  const name = mark()
  const recipientId = await createRecipient(app, systemActor('test'), { organisationId, name })
  return { params: { recipientId }, mark: name }
}

const hours = { rule: 'hoursPerDay', settings: { hours: 1 } } as const

/** A posted invoice with a flag. */
async function flagged(world: World) {
  const { app, people } = world
  const owner = await actorFor(app, people.owner)
  const matterId = await matter(world)
  const rules = [{ ...hours, on: true, severity: 'Flag', firmText: 'Too many hours.' }] as const
  await setGuideline(app, owner, { matterId }, { rules, note: 'Agreed', checkVersion: () => undefined })
  const [number, workDate] = [mark(), '2026-03-02']
  const line = {
    kind: 'Fee',
    description: number,
    quantity: '2',
    unitPrice: '90',
    timekeeper: 'H. Moss',
    workDate,
  }
  const input = { ...bill(number), lines: [line] as never }
  const invoiceId = await createInvoice(app, owner, matterId, input)
  await moveInvoiceTo(app, owner, invoiceId, 'Posted')
  const [flag] = await listFlags(app.db, { organisationId: owner.organisationId, id: invoiceId })
  return { params: { invoiceId }, flag: flag?.id ?? 0 }
}

export const invoiceCasesV2: readonly AccessCase[] = [
  {
    route: `GET ${invoices}/:invoiceId/adjusted`,
    make: (world) => invoice(world, 'Approved'),
    viewer: 'may',
  },
  {
    route: `GET ${invoices}/guidelines/rules`,
    make: () => ({}),
    outsider: 'may',
    colleague: 403,
  },
  { route: `GET ${invoices}/guidelines`, make: () => ({}), outsider: 'may', colleague: 403 },
  {
    route: `PUT ${invoices}/guidelines`,
    make: () => ({ body: { rules: [hours], note: 'For 2026' } }),
    outsider: 'may',
    colleague: 403,
  },
  {
    route: `POST ${invoices}/guidelines/trials`,
    make: async (world) => ({
      body: { invoice: { id: (await invoice(world)).params.invoiceId }, rules: [hours] },
    }),
    outsider: 404,
    colleague: 403,
    changesNothing: 'it only tries',
  },
  {
    route: `GET ${invoices}/:invoiceId/flags`,
    make: async (world) => ({ params: (await flagged(world)).params }),
    viewer: 'may',
  },
  {
    route: `POST ${invoices}/:invoiceId/flags/decisions`,
    make: async (world) => {
      const { params, flag } = await flagged(world)
      return { params, body: { flags: [flag], action: 'Accept' } }
    },
  },
  {
    route: `POST ${invoices}/:invoiceId/check`,
    make: async (world) => ({ params: (await invoice(world, 'Draft')).params }),
    changesNothing: 'it only checks',
  },
  {
    route: `GET ${invoices}`,
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await invoice(world)).mark }),
    viewer: 'may',
  },
  { route: `GET ${invoices}/:invoiceId`, make: invoice, viewer: 'may' },
  { route: `GET ${invoices}/:invoiceId/original`, make: imported, viewer: 'may' },
  {
    route: `POST ${invoices}`,
    make: async (world) => ({ body: { ...bill(mark()), matter: { id: await matter(world) } } }),
    outsider: 404,
  },
  {
    route: `PATCH ${invoices}/:invoiceId`,
    make: async (world) => ({
      params: (await invoice(world, 'Draft')).params,
      body: { dueDate: '2026-12-24' },
    }),
  },
  move('post', 'Draft'),
  move('review', 'Posted'),
  move('review/lines', 'Posted', { lines: [{ number: 1, decision: 'Accepted' }] }),
  {
    route: `PUT ${invoices}/:invoiceId/review/reduction`,
    make: async (world) => ({
      params: (await invoice(world)).params,
      body: { appliesTo: 'All', percent: 10, reason: 'Agreement' },
    }),
  },
  {
    route: `DELETE ${invoices}/:invoiceId/review/reduction`,
    make: async (world) => ({ params: (await invoice(world)).params }),
  },
  move('approve', 'Posted'),
  {
    route: `GET ${invoices}/approvals`,
    make: async (world) => ({ mark: (await asked(world)).mark }),
    viewer: 'shown nothing',
    colleague: 'shown nothing',
  },
  {
    route: `GET ${invoices}/approvals/asked`,
    make: async (world) => ({ mark: (await asked(world, true)).mark }),
    viewer: 'shown nothing',
    colleague: 'shown nothing',
  },
  {
    route: `GET ${invoices}/:invoiceId/approval`,
    make: async (world) => ({ params: (await invoice(world)).params }),
    viewer: 'may',
  },
  { route: `POST ${invoices}/:invoiceId/approval`, make: toBeAsked },
  {
    route: `POST ${invoices}/:invoiceId/approval/decide`,
    make: async (world) => ({ params: (await asked(world)).params, body: { decision: 'Approved' } }),
  },
  {
    route: `POST ${invoices}/:invoiceId/approval/withdraw`,
    make: async (world) => ({ params: (await asked(world)).params }),
  },
  { route: `GET ${invoices}/approvalRules`, make: () => ({}), outsider: 'may', colleague: 403 },
  {
    route: `PUT ${invoices}/approvalRules`,
    make: () => ({ body: { rules: [] } }),
    outsider: 'may',
    colleague: 403,
  },
  move('decline', 'Posted', { reason: 'Not agreed' }),
  move('pay', 'Approved'),
  move('unpay', 'Paid'),
  move('void', 'Posted'),
  {
    route: `POST ${invoices}/imports`,
    make: async ({ app, people }) => {
      const reference = mark()
      await insertMatter(app, { owner: people.owner, members: [people.viewer], values: { reference } })
      const rows = rows1998B({ CLIENT_MATTER_ID: reference, INVOICE_NUMBER: mark(), LAW_FIRM_MATTER_ID: '' })
      return {
        query: 'vendorName=Land%20Registry',
        body: ledes1998B(rows),
        headers: { 'content-type': 'text/plain' },
      }
    },
    answers: 201,
    outsider: 400,
    colleague: 403,
  },
  {
    route: `GET ${recipients}`,
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await recipient(world)).mark }),
    colleague: 'may',
  },
  { route: `GET ${recipients}/:recipientId`, make: recipient, colleague: 'may' },
  {
    route: `POST ${recipients}`,
    make: () => ({ body: { name: mark() } }),
    outsider: 'may',
    colleague: 403,
  },
  {
    route: `PATCH ${recipients}/:recipientId`,
    make: async (world) => ({ params: (await recipient(world)).params, body: { name: mark() } }),
    colleague: 403,
  },
  {
    route: `DELETE ${recipients}/:recipientId`,
    make: async (world) => ({ params: (await recipient(world)).params }),
    colleague: 403,
  },
]
