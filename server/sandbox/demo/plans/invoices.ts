// The demo's invoices and their recipients, as data.
import type { NewInvoice } from '../../../invoices/new-invoice.ts'
import type { NewRecipient } from '../../../invoices/commands/create-recipient.ts'
import type { InvoiceStatus } from '../../../invoices/invoice.ts'
import type { Transition } from '../../../invoices/transitions.ts'
import { harbour, meridian } from './core-records.ts'

type DemoRecipient = Omit<NewRecipient, 'organisationId'> & { readonly organisation: string }

export const recipients: readonly DemoRecipient[] = [
  {
    organisation: harbour,
    name: 'Harbour Ltd',
    addressLine1: 'Level 3, 14 Quay Street',
    addressLine2: 'Auckland 1010',
    addressLine3: 'New Zealand',
    taxType: 'GST',
    taxNumber: '118-204-553',
    contactName: 'Benedict Shaw',
    contactPhone: '+64 9 555 0142',
    contactEmail: 'benedict.shaw@harbour.example',
  },
  {
    organisation: harbour,
    name: 'Harbour Property Holdings Ltd',
    addressLine1: '14 Quay Street',
    addressLine2: 'Auckland 1010',
    taxType: 'GST',
    taxNumber: '118-771-020',
    contactName: 'Amelia Fonoti',
    contactEmail: 'amelia.fonoti@harbour.example',
  },
  {
    organisation: meridian,
    name: 'Meridian plc',
    addressLine1: '8 Exchange Square',
    addressLine2: 'London EC2A',
    addressLine3: 'United Kingdom',
    taxType: 'VAT',
    taxNumber: 'GB 204 5531 18',
    contactName: 'Sana Malik',
    contactEmail: 'admin@meridian.example',
  },
]

const firm = 'partner@ashfield.example'
const payer = 'admin@harbour.example'

interface DemoTransition {
  readonly by: string
  readonly to: InvoiceStatus
  readonly move: Transition
}

const posted: DemoTransition = { by: firm, to: 'Posted', move: { kind: 'post' } }
const entered: DemoTransition = { by: payer, to: 'Posted', move: { kind: 'post' } }
const inReview: DemoTransition = { by: payer, to: 'InReview', move: { kind: 'review' } }
const approved: DemoTransition = { by: payer, to: 'Approved', move: { kind: 'approve' } }

/** An invoice and its transitions; days count from today. */
interface DemoInvoice
  extends Omit<
    NewInvoice,
    'invoiceDate' | 'dueDate' | 'billingPeriod' | 'recipientId' | 'batchId' | 'fileId'
  > {
  readonly organisation: string
  /** The external id of the matter. */
  readonly matter: string
  readonly by: string
  readonly dated: number
  readonly period?: readonly [start: number, end: number]
  readonly recipient: string
  /** Is in the same batch as the previous one. */
  readonly together?: true
  /** Has its document among the files of the matter. */
  readonly document?: true
  readonly moves: readonly DemoTransition[]
  readonly notes?: string
}

const hours = (description: string, quantity: string, unitPrice: string, timekeeper: string) =>
  ({
    kind: 'Fee',
    description,
    quantity,
    unitPrice,
    taxRate: '15',
    timekeeper,
    taskCode: 'L210',
    activityCode: 'A103',
  }) as const

const ofFirm = (
  invoice: Omit<DemoInvoice, 'organisation' | 'by' | 'recipient'> & Partial<DemoInvoice>,
): DemoInvoice => ({ organisation: harbour, by: firm, recipient: 'Harbour Ltd', ...invoice })

export const invoices: readonly DemoInvoice[] = [
  ofFirm({
    number: 'ASH-1041',
    matter: 'DEMO-M4',
    dated: -75,
    period: [-110, -80],
    description: 'Notice of claim and letter before claim',
    purchaseOrder: 'PO-88034',
    lines: [
      hours('Review of the bill of lading and the survey', '6.4', '520.00', 'H. Ashfield'),
      hours('Letter before claim', '3.25', '420.00', 'C. Ashfield'),
      {
        kind: 'Disbursement',
        description: 'Surveyor, first visit',
        unitPrice: '1180.00',
        taxRate: '15',
        expenseCode: 'E119',
      },
      { kind: 'OtherFee', description: 'Office and file fee', unitPrice: '75.00', taxRate: '15' },
    ],
    document: true,
    moves: [
      posted,
      inReview,
      approved,
      { by: payer, to: 'Paid', move: { kind: 'pay', note: 'Payment run 11, reference 4401' } },
    ],
    notes: 'Within the budget agreed with Finance.',
  }),
  ofFirm({
    number: 'ASH-1052',
    matter: 'DEMO-M5',
    together: true,
    dated: -40,
    period: [-75, -45],
    description: 'Statement of claim',
    purchaseOrder: 'PO-88034',
    lines: [
      hours('Statement of claim', '14.75', '520.00', 'H. Ashfield'),
      hours('Research on limitation', '5.5', '340.00', 'W. Hale'),
      {
        kind: 'Disbursement',
        description: 'Filing fee of the court',
        unitPrice: '1350.00',
        expenseCode: 'E112',
      },
    ],
    document: true,
    moves: [posted, inReview, { by: payer, to: 'Approved', move: { kind: 'approve', fees: '8900.00' } }],
    notes: 'Research was not agreed; fees approved without it.',
  }),
  ofFirm({
    number: 'ASH-1063',
    matter: 'DEMO-M5',
    dated: -12,
    period: [-44, -15],
    description: 'Witnesses and directions',
    lines: [hours('Interviews of four witnesses', '9.2', '420.00', 'C. Ashfield')],
    document: true,
    moves: [posted, inReview],
  }),
  ofFirm({
    number: 'ASH-1064',
    matter: 'DEMO-M2',
    together: true,
    dated: -12,
    period: [-44, -15],
    description: 'Heads of terms of the joint venture',
    lines: [
      hours('Heads of terms, two drafts', '7.8', '520.00', 'H. Ashfield'),
      {
        kind: 'Fee',
        description: 'Discount agreed for the first month',
        quantity: '1',
        unitPrice: '-400.00',
        taxRate: '15',
      },
    ],
    moves: [posted],
  }),
  ofFirm({
    number: 'ASH-1065',
    matter: 'DEMO-M9',
    dated: -10,
    description: 'Clearance search, Fiji',
    thirdParty: true,
    lines: [
      {
        kind: 'Disbursement',
        description: 'Search of the register, three marks',
        quantity: '3',
        unitPrice: '210.00',
      },
    ],
    moves: [
      posted,
      {
        by: payer,
        to: 'Declined',
        move: { kind: 'decline', reason: 'Two marks were agreed; please send it again without the third.' },
      },
    ],
  }),
  ofFirm({
    number: 'ASH-1066',
    matter: 'DEMO-M4',
    dated: 0,
    description: 'Meeting with the surveyor',
    lines: [hours('Preparation', '1.5', '420.00', 'C. Ashfield')],
    moves: [],
  }),
  {
    organisation: harbour,
    number: '2026/881',
    matter: 'DEMO-M7',
    by: payer,
    recipient: 'Harbour Property Holdings Ltd',
    vendorName: 'Land Registry',
    dated: -20,
    description: 'Title and easements of Port Road 14',
    lines: [{ kind: 'Disbursement', description: 'Certified copies', quantity: '4', unitPrice: '24.00' }],
    moves: [entered, approved, { by: payer, to: 'Paid', move: { kind: 'pay' } }],
  },
  {
    organisation: harbour,
    number: 'SYD-204',
    matter: 'DEMO-M7',
    by: payer,
    recipient: 'Harbour Ltd',
    vendorName: 'Calder & Finch',
    currency: 'AUD',
    dated: -10,
    description: 'Advice on the law of New South Wales',
    lines: [
      {
        kind: 'Fee',
        description: 'Advice on the guarantee',
        quantity: '6.5',
        unitPrice: '480.00',
        timekeeper: 'M. Finch',
      },
    ],
    moves: [entered, approved],
  },
  {
    organisation: harbour,
    number: 'SV-20',
    matter: 'DEMO-M7',
    by: payer,
    recipient: 'Harbour Property Holdings Ltd',
    vendorName: 'Bayside Surveyors Ltd',
    dated: -8,
    description: 'Sent to the wrong matter',
    lines: [{ kind: 'OtherFee', description: 'Survey', unitPrice: '2400.00', taxRate: '15' }],
    moves: [{ by: payer, to: 'Void', move: { kind: 'void' } }],
  },
  {
    organisation: harbour,
    number: 'BSL-311',
    matter: 'DEMO-M7',
    by: payer,
    recipient: 'Harbour Property Holdings Ltd',
    vendorName: 'Bayside Surveyors Ltd',
    dated: -2,
    description: 'Survey of the building',
    lines: [{ kind: 'OtherFee', description: 'Survey and report', unitPrice: '3850.00', taxRate: '15' }],
    moves: [],
  },
  {
    organisation: meridian,
    number: 'CR-7',
    matter: 'DEMO-M1',
    by: 'admin@meridian.example',
    recipient: 'Meridian plc',
    vendorName: 'Patent Attorneys LLP',
    dated: -15,
    description: 'Opinion on ownership of results',
    lines: [{ kind: 'Fee', description: 'Opinion', quantity: '5', unitPrice: '310.00', taxRate: '20' }],
    moves: [
      { by: 'admin@meridian.example', to: 'Posted', move: { kind: 'post' } },
      { by: 'admin@meridian.example', to: 'Approved', move: { kind: 'approve' } },
    ],
  },
]
