// Creates the demo's invoices as their people would: the firm writes and posts them, the customer reviews and pays.
import { Readable } from 'node:stream'
import { uploadToSubject } from '../../../files/commands/upload-file.ts'
import { updatePayerFields } from '../../../invoices/commands/update-payer-fields.ts'
import { createInvoice } from '../../../invoices/commands/create-invoice.ts'
import { createRecipient } from '../../../invoices/commands/create-recipient.ts'
import { transitionInvoice } from '../../../invoices/commands/transition-invoice.ts'
import { invoicesVisibleTo } from '../../../invoices/access.ts'
import { matterSubjects } from '../../../matters/access.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { systemActor } from '../../../platform/events/change.ts'
import { actorFor } from '../actor.ts'
import { invoices, recipients } from '../plans/invoices.ts'
import { findDemoFile, findNamed, getDemoMatter } from '../find-demo-records.ts'
import { pdfOf } from '../documents/pdf.ts'
import type { Made } from './seed-directory.ts'

type DemoInvoice = (typeof invoices)[number]
interface Matter {
  readonly id: number
  readonly organisationId: number
}

/** Creates whatever is missing of them; the matters must exist. */
export async function seedInvoices(app: App, made: Made): Promise<void> {
  for (const { organisation, ...recipient } of recipients) {
    const organisationId = made.organisation(organisation)
    if ((await findNamed(app, 'invoice_recipients', organisationId, recipient.name)) !== undefined) continue
    await createRecipient(app, systemActor('demo'), { organisationId, ...recipient })
  }
  let batchId: number | undefined
  for (const invoice of invoices) {
    const actor = await actorFor(app, made.user(invoice.by))
    const matter = await getDemoMatter(app, actor, made.organisation(invoice.organisation), invoice.matter)
    const id =
      (await find(app, actor, matter, invoice.number))?.id ??
      (await create(app, actor, matter, { invoice, batchId: invoice.together ? batchId : undefined }))
    batchId = (await find(app, actor, matter, invoice.number))?.batch_id
    await move(app, made, { invoice, id, matter })
    if (invoice.notes !== undefined) {
      const { notes } = invoice
      const payer = await actorFor(app, made.user('admin@harbour.example'))
      await updatePayerFields(app, payer, id, () => ({ internalNotes: notes }))
    }
  }
}

/** The transitions that have not been made yet: an interrupted seeding continues where it stopped. */
async function move(
  app: App,
  made: Made,
  { invoice, id, matter }: { readonly invoice: DemoInvoice; readonly id: number; readonly matter: Matter },
): Promise<void> {
  const { status } = await app.db
    // not through access.ts: the demo looks for what it has created
    .selectFrom('invoices')
    .where('organisation_id', '=', matter.organisationId)
    .where('id', '=', id)
    .select('status')
    .executeTakeFirstOrThrow()
  const done = invoice.moves.findIndex(({ to }) => to === status) + 1
  for (const { by, move: each } of invoice.moves.slice(done)) {
    await transitionInvoice(app, await actorFor(app, made.user(by)), id, each)
  }
}

async function create(
  app: App,
  actor: Actor,
  matter: Matter,
  { invoice, batchId }: { readonly invoice: DemoInvoice; readonly batchId: number | undefined },
): Promise<number> {
  const day = (days: number) =>
    new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const { dated, period, recipient, document, number, vendorName } = invoice
  const { description, purchaseOrder, thirdParty, currency, lines } = invoice
  const recipientId = await findNamed(app, 'invoice_recipients', matter.organisationId, recipient)
  return createInvoice(app, actor, matter.id, {
    number,
    lines,
    invoiceDate: day(dated),
    dueDate: day(dated + 20),
    ...(period ? { billingPeriod: { start: day(period[0]), end: day(period[1]) } } : {}),
    ...(description ? { description } : {}),
    ...(purchaseOrder ? { purchaseOrder } : {}),
    ...(thirdParty ? { thirdParty } : {}),
    ...(vendorName ? { vendorName } : {}),
    ...(currency ? { currency } : {}),
    ...(recipientId === undefined ? {} : { recipientId }),
    ...(batchId === undefined ? {} : { batchId }),
    ...(document ? { fileId: await fileOf(app, actor, matter, invoice) } : {}),
  })
}

/** The invoice document, as a file of the matter. */
async function fileOf(app: App, actor: Actor, matter: Matter, invoice: DemoInvoice): Promise<number> {
  const fileName = `Invoice ${invoice.number}.pdf`
  const known = await findDemoFile(app, matter, fileName)
  if (known !== undefined) return known
  const subject = await matterSubjects.getToContribute(app.db, actor, matter.id)
  const text = pdfOf({
    title: `Invoice ${invoice.number}`,
    opening: ['From Ashfield Law to Harbour Ltd.'],
    clauses: [
      {
        heading: invoice.description ?? 'Services',
        paragraphs: invoice.lines.map(
          ({ description, quantity = '1', unitPrice }) => `${description}: ${quantity} at ${unitPrice}`,
        ),
      },
    ],
    isNumbered: false,
    ending: { lines: ['Payable within thirty days of receipt.'] },
  })
  const uploaded = await uploadToSubject(app, actor, subject, {
    source: Readable.from([text]),
    fileName,
    contentType: 'application/pdf',
    placement: async () => ({}),
  })
  if (!uploaded) throw new Error(`${fileName} was not kept`)
  return uploaded.fileId
}

const find = (app: App, actor: Actor, matter: Matter, number: string) =>
  invoicesVisibleTo(app.db, actor)
    .where('invoices.matter_id', '=', matter.id)
    .where('invoices.number', '=', number)
    .select(['invoices.id', 'invoices.batch_id'])
    .executeTakeFirst()
