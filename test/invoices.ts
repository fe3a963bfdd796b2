// People around one matter with invoices: a customer and a law firm that works on it.
import type { Caller } from './http.ts'
import type { App } from '../server/platform/app.ts'
import type { Server } from '../server/http/route.ts'
import type { Actor } from '../server/platform/actor.ts'
import { systemActor } from '../server/platform/events/change.ts'
import type { NewInvoice } from '../server/invoices/new-invoice.ts'
import { createInvoice } from '../server/invoices/commands/create-invoice.ts'
import { transitionInvoice } from '../server/invoices/commands/transition-invoice.ts'
import type { InvoiceStatus } from '../server/invoices/invoice.ts'
import type { Transition } from '../server/invoices/transitions.ts'
import { linkOrganisations } from '../server/organisations/commands/link-organisations.ts'
import { actorFor } from './actors.ts'
import { createOrganisation, createUser, type TestUser } from './factories.ts'
import { insertMatter } from './matters.ts'
import { callerFor } from './tokens.ts'

interface InvoicePerson {
  readonly user: TestUser
  readonly actor: Actor
  readonly caller: Caller
}

export interface InvoiceWorld {
  readonly organisationId: number
  readonly firmId: number
  readonly matterId: number
  /** Of the customer, with the permission to manage invoices. */
  readonly payer: InvoicePerson
  /** Of the law firm, with the permission, on the matter. */
  readonly lawyer: InvoicePerson
  /** A business user of the customer on the matter. */
  readonly member: InvoicePerson
}

/** A matter of a customer with a law firm on it, in organisations of their own. */
export async function createInvoiceWorld(parts: { readonly app: App; readonly server: Server }) {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const { id: firmId } = await createOrganisation(app, { type: 'ServiceProvider' })
  await linkOrganisations(app, systemActor('test'), { customerId: organisationId, providerId: firmId })
  const payer = await createUser(app, { organisationId, permissions: ['ManageInvoices'] })
  const lawyer = await createUser(app, {
    organisationId: firmId,
    role: 'MatterManager',
    permissions: ['ManageInvoices'],
  })
  const member = await createUser(app, { organisationId, role: 'Standard' })
  const matterId = await insertMatter(app, { owner: payer, members: [lawyer, member] })
  const person = async (user: TestUser): Promise<InvoicePerson> => ({
    user,
    actor: await actorFor(app, user),
    caller: await callerFor(parts, user),
  })
  const world: InvoiceWorld = {
    organisationId,
    firmId,
    matterId,
    payer: await person(payer),
    lawyer: await person(lawyer),
    member: await person(member),
  }
  return world
}

const steps: Readonly<Record<InvoiceStatus, readonly Transition[]>> = {
  Draft: [],
  Posted: [{ kind: 'post' }],
  InReview: [{ kind: 'post' }, { kind: 'review' }],
  Approved: [{ kind: 'post' }, { kind: 'approve', fees: '300' }],
  Declined: [{ kind: 'post' }, { kind: 'decline', reason: 'Not agreed' }],
  Paid: [{ kind: 'post' }, { kind: 'approve' }, { kind: 'pay', note: 'Batch 7' }],
  Void: [{ kind: 'void' }],
}

/** Moves a draft to a status, as the customer does; answers its id. */
export async function moveInvoiceTo(
  app: App,
  actor: Actor,
  id: number,
  status: InvoiceStatus,
): Promise<number> {
  for (const move of steps[status]) await transitionInvoice(app, actor, id, move)
  return id
}

let numbers = 0

/** A draft of two hours and one disbursement. */
export function draftInvoice(
  app: App,
  actor: Actor,
  matterId: number,
  values: Partial<NewInvoice> = {},
): Promise<number> {
  return createInvoice(app, actor, matterId, {
    number: `INV-${++numbers}`,
    invoiceDate: '2026-05-06',
    ...(actor.organisationType === 'Customer' && values.serviceProviderId === undefined
      ? { vendorName: 'Land Registry' }
      : {}),
    lines: [
      { kind: 'Fee', description: 'Advice', quantity: '2', unitPrice: '187.50', taxRate: '15' },
      { kind: 'Disbursement', description: 'Search', unitPrice: '20' },
    ],
    ...values,
  })
}
