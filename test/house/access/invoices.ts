// Access to invoices, which are as visible as their matter.
import { createInvoice } from '../../../server/invoices/commands/create-invoice.ts'
import { createRecipient } from '../../../server/invoices/commands/create-recipient.ts'
import { transitionInvoice } from '../../../server/invoices/commands/transition-invoice.ts'
import { systemActor } from '../../../server/platform/events/change.ts'
import { actorFor } from '../../fixtures/actors.ts'
import { insertMatter } from '../../fixtures/matters.ts'
import type { AccessCase } from './case.ts'
import { mark, type World } from './world.ts'

const invoices = '/invoice-apis/v1/invoices'

/** An approved invoice on a matter of the owner; the viewer is a member. */
async function invoice({ app, people }: World) {
  const number = mark()
  const matterId = await insertMatter(app, { owner: people.owner, members: [people.viewer] })
  const owner = await actorFor(app, people.owner)
  const invoiceId = await createInvoice(app, owner, matterId, {
    number,
    vendorName: 'Land Registry',
    invoiceDate: '2026-05-06',
    lines: [{ kind: 'Disbursement', description: 'Search', unitPrice: '20.00' }],
  })
  await transitionInvoice(app, owner, invoiceId, { kind: 'post' })
  await transitionInvoice(app, owner, invoiceId, { kind: 'approve' })
  return { matterId, invoiceId, number }
}

export const invoiceCases: readonly AccessCase[] = [
  {
    route: `GET ${invoices}`,
    make: async (world) => ({ mark: (await invoice(world)).number }),
    viewer: 'may',
  },
  {
    route: 'GET /matter-apis/v1/matters/:matterId/invoices',
    make: async (world) => {
      const { matterId, number } = await invoice(world)
      return { params: { matterId }, mark: number }
    },
    viewer: 'may',
  },
  {
    route: `PATCH ${invoices}/:invoiceId`,
    make: async (world) => ({
      params: { invoiceId: (await invoice(world)).invoiceId },
      body: [{ op: 'replace', path: '/Paid', value: true }],
    }),
    colleague: 403,
  },
  {
    route: `GET ${invoices}/recipients`,
    make: async ({ app, organisationId }) => {
      const name = mark()
      await createRecipient(app, systemActor('test'), { organisationId, name })
      return { mark: name }
    },
    colleague: 'may',
  },
]
