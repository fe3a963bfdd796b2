// The custom fields of Harbour, as data: with the built-in ones, every type there is; the forms they are on, and the
// values that records get in turn.
import type { NewField } from '../../../fields/commands/create-field.ts'
import { bareObject } from '../../../platform/bare-object.ts'
import { parties } from './generated-records.ts'

/** A field, its group on the forms, and values by name: labels, people's addresses, departments. */
export type DemoField = Omit<NewField, 'organisationId' | 'options' | 'apiName'> & {
  readonly apiName: string
  readonly choices?: readonly string[]
  readonly group?: string
  /** Also on the form for uploading a contract or creating a matter. */
  readonly asked?: 'required' | 'optional'
  readonly values: readonly unknown[]
}

export const contractFields: readonly DemoField[] = [
  { apiName: 'commercialTerms', title: 'Commercial terms', type: 'SectionHeader', values: [] },
  {
    apiName: 'purchaseOrder',
    title: 'Purchase order',
    type: 'ShortText',
    asked: 'optional',
    values: ['PO-88012', 'PO-88140', null, 'PO-90233', 'PO-91007'],
  },
  {
    apiName: 'contractValue',
    title: 'Contract value',
    type: 'Currency',
    meaning: 'Value',
    rangeStart: 0,
    group: 'Money',
    asked: 'optional',
    values: [12_500, 48_000.5, 250_000, null, 1_200_000, 7_999.99],
  },
  {
    apiName: 'paymentTerms',
    title: 'Payment terms',
    type: 'Dropdown',
    choices: ['On receipt', '14 days', '20th of the month following', '60 days'],
    default: '20th of the month following',
    group: 'Money',
    asked: 'required',
    values: ['20th of the month following', '14 days', '60 days', 'On receipt'],
  },
  {
    apiName: 'liabilityCap',
    title: 'Liability cap (times the fees)',
    type: 'Decimal',
    rangeStart: 0,
    stepSize: 0.25,
    group: 'Money',
    values: [1, 1.5, null, 2.25],
  },
  {
    apiName: 'noticeMonths',
    title: 'Notice (months)',
    type: 'Slider',
    meaning: 'NoticeMonths',
    rangeStart: 0,
    rangeEnd: 24,
    stepSize: 1,
    default: 3,
    group: 'Term',
    values: [1, 3, 6, 12, 3],
  },
  {
    apiName: 'renews',
    title: 'Auto-renews',
    type: 'Checkbox',
    group: 'Term',
    values: [true, false, null, false],
  },
  {
    apiName: 'reviewDate',
    title: 'Review date',
    type: 'Date',
    meaning: 'ReviewDate',
    group: 'Term',
    asked: 'optional',
    values: ['2027-03-31', '2026-12-01', null, '2028-06-30'],
  },
  {
    apiName: 'governingLaw',
    title: 'Governing law',
    type: 'Lookup',
    canAddOptions: true,
    choices: ['New Zealand', 'New South Wales', 'England and Wales', 'Sweden', 'Singapore'],
    asked: 'optional',
    values: ['New Zealand', 'New South Wales', 'New Zealand', 'England and Wales', 'Sweden'],
  },
  {
    apiName: 'obligations',
    title: 'Obligations',
    type: 'List',
    choices: ['Insurance', 'Audit rights', 'Service levels', 'Exclusivity', 'Bank guarantee'],
    values: [
      ['Insurance', 'Service levels'],
      ['Audit rights'],
      [],
      ['Exclusivity', 'Bank guarantee', 'Insurance'],
    ],
  },
  {
    apiName: 'personalData',
    title: 'Personal data',
    type: 'CheckboxList',
    choices: ['Employees', 'Customers', 'Health', 'None'],
    values: [['None'], ['Customers'], ['Employees', 'Customers'], ['Health']],
  },
  {
    apiName: 'signedHow',
    title: 'Signing method',
    type: 'RadioGroup',
    choices: ['Electronically', 'On paper'],
    values: ['Electronically', 'On paper', 'Electronically'],
  },
  {
    apiName: 'businessOwner',
    title: 'Business owner',
    type: 'User',
    values: ['requester@harbour.example', 'liam.doyle@harbour.example', null, 'zara.ahmed@harbour.example'],
  },
]

export const matterFields: readonly DemoField[] = [
  {
    apiName: 'background',
    title: 'Background',
    type: 'LongText',
    asked: 'optional',
    values: ['Raised at the board meeting.\nSee the minutes.', null, 'A customer has complained twice.'],
  },
  {
    apiName: 'brands',
    title: 'Brands',
    type: 'Lookup',
    multiple: true,
    canAddOptions: true,
    choices: ['Harbour Freight', 'Harbour Cold Chain', 'Quayside', 'Southern Lines'],
    values: [
      ['Harbour Freight'],
      ['Quayside', 'Southern Lines'],
      [],
      ['Harbour Cold Chain', 'Harbour Freight'],
    ],
  },
  {
    apiName: 'adviser',
    title: 'Outside counsel',
    type: 'User',
    allowExternalUsers: true,
    group: 'Help from outside',
    values: ['partner@ashfield.example', null, 'clara.ashfield@ashfield.example'],
  },
  {
    apiName: 'budget',
    title: 'Budget',
    type: 'Currency',
    rangeStart: 0,
    group: 'Help from outside',
    asked: 'optional',
    values: [5_000, 20_000, null, 150_000],
  },
]

/** Values of built-in fields, by name. */
export const builtInValues = bareObject<readonly unknown[]>({
  department: ['Purchasing', 'Sales', null, 'Logistics', 'Finance'],
  region: ['Aotearoa New Zealand', 'Australia', 'Pacific Islands', null],
  priority: ['High', 'Medium', 'Low', 'Critical', 'Medium'],
  conflictCheck: [true, true, false],
  billingMethod: ['Hourly', 'Fixed fee', 'Capped fee', null],
  billingIntention: ['Billable', 'Not billable', 'Billable', null],
  invoiceRecipient: ['Harbour Ltd', 'Harbour Property Holdings Ltd', null],
})

/** The counterparties; a contract or matter that names one by its first word has it. */
export const entities: readonly string[] = [
  'Lindqvist Shipping AB',
  'Tasman Foods Ltd',
  'Kauri Print & Pack Ltd',
  'Quay Street Holdings Ltd',
  'Orbit Freight Ltd',
  'Northlight Hosting Ltd',
  ...parties,
]
