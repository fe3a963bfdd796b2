// What the demo's department has agreed about its money, as data. Days count from today.
import type { NewArrangement } from '../../../invoices/arrangements/set-arrangement.ts'
import type { NewTerms } from '../../../invoices/arrangements/check-terms.ts'
import { ashfield, northcott } from './core-records.ts'

const part = (phase: string | null, amount: string) => ({ phase, year: null, amount })

/** Budgets of matters, each version after the one before. */
export const budgets = [
  {
    matter: 'DEMO-M4',
    versions: [
      {
        currency: 'NZD',
        reason: null,
        parts: [part('L100', '45000'), part('L200', '25000'), part('L300', '30000'), part(null, '5000')],
      },
      {
        currency: 'NZD',
        reason: 'The carrier contests the survey: disclosure and a second expert.',
        parts: [part('L100', '50000'), part('L200', '30000'), part('L300', '55000'), part(null, '8000')],
      },
    ],
  },
  {
    matter: 'DEMO-M5',
    versions: [
      {
        currency: 'NZD',
        reason: null,
        parts: [part('L100', '40000'), part('L200', '25000'), part('L300', '35000'), part(null, '10000')],
      },
    ],
  },
  { matter: 'DEMO-M2', versions: [{ currency: 'AUD', reason: null, amount: '160000', parts: [] }] },
  { matter: 'DEMO-M7', versions: [{ currency: 'NZD', reason: null, amount: '65000', parts: [] }] },
  { matter: 'DEMO-M8', versions: [{ currency: 'NZD', reason: null, amount: '90000', parts: [] }] },
] as const

/** What open matters may cost. */
export const exposures = [
  {
    matter: 'DEMO-M4',
    amount: '480000',
    currency: 'NZD',
    probability: 35,
    reserve: '120000',
    note: 'Counterclaim for demurrage',
  },
  {
    matter: 'DEMO-M5',
    amount: '260000',
    currency: 'NZD',
    probability: 50,
    reserve: '130000',
    note: 'Costs of both instances',
  },
  {
    matter: 'DEMO-M7',
    amount: '95000',
    currency: 'NZD',
    probability: 20,
    reserve: null,
    note: 'Guarantee that the landlord asks for',
  },
] as const

/** What the law firm expects still to bill. */
export const estimates = [
  { matter: 'DEMO-M4', amount: '38000', currency: 'NZD', note: 'Until the end of disclosure' },
  { matter: 'DEMO-M5', amount: '52000', currency: 'NZD', note: 'Hearing of four days' },
] as const

/** What the law firm has stated as unbilled in the last months, by the external ids of matters. */
export const statedMonths: readonly Readonly<Record<string, string>>[] = [
  { 'DEMO-M4': '9400.00', 'DEMO-M5': '12150.00', 'DEMO-M8': '3100.00' },
  { 'DEMO-M4': '11200.00', 'DEMO-M5': '7800.00', 'DEMO-M8': '0' },
  { 'DEMO-M4': '6350.00', 'DEMO-M5': '21900.00', 'DEMO-M8': '4700.00' },
]

interface DemoArrangement extends Omit<NewArrangement, 'firmId' | 'terms'> {
  readonly matter: string | null
  readonly firm: string
  /** The first day of the work that it is for. */
  readonly from: number | null
  readonly terms: Omit<NewTerms, 'from'>
}

const plain = { parts: [], tiers: [], success: null, billedAs: null, to: null } as const
const milestone = (name: string, amount: string) => ({ name, phase: null, amount, dueOn: null })

export const arrangements: readonly DemoArrangement[] = [
  {
    matter: 'DEMO-M9',
    firm: ashfield,
    kind: 'Fixed',
    from: null,
    reason: 'Scope of the engagement',
    terms: {
      ...plain,
      title: 'Three marks in Fiji, Samoa and Tonga',
      parts: [milestone('Clearance searches', '4500'), milestone('Filing of three marks', '9000')],
      billedAs: 'FIXED',
    },
  },
  {
    matter: 'DEMO-M5',
    firm: ashfield,
    kind: 'Capped',
    from: -400,
    reason: 'Agreed with the budget',
    terms: { ...plain, title: 'Hourly fees until judgment', amount: '120000' },
  },
  {
    matter: 'DEMO-M5',
    firm: ashfield,
    kind: 'Success',
    from: null,
    reason: 'Agreed with the cap',
    terms: {
      ...plain,
      title: 'Recovery from the carrier',
      billedAs: 'SUCCESS',
      success: {
        condition: 'More than the deductible is recovered from the carrier or its insurer.',
        percent: '5',
        minimum: null,
        maximum: '30000',
        latestOn: null,
      },
    },
  },
  {
    matter: null,
    firm: ashfield,
    kind: 'Volume',
    from: null,
    reason: 'Panel agreement',
    terms: {
      ...plain,
      title: 'Discount on the fees of a fiscal year',
      tiers: [
        { from: '150000', percent: '5' },
        { from: '250000', percent: '10' },
      ],
    },
  },
  {
    matter: null,
    firm: northcott,
    kind: 'Retainer',
    currency: 'AUD',
    from: null,
    reason: 'Asked for by the firm',
    terms: { ...plain, title: 'Held on trust for Australian matters', amount: '20000' },
  },
]

/** What the organisation expects of invoices. */
export const guideline = {
  note: 'Panel agreement of this year',
  rules: [
    {
      rule: 'rateAboveAgreed',
      on: true,
      severity: 'Reduce',
      settings: {},
      firmText: 'We pay the agreed rate.',
    },
    {
      rule: 'hoursPerDay',
      on: true,
      severity: 'Flag',
      settings: { hours: 10 },
      firmText: 'More than ten hours of one person on a day need a reason.',
    },
    {
      rule: 'vagueText',
      on: true,
      severity: 'Flag',
      settings: { specific: 2, percent: 20 },
      firmText: 'Say what was done: the document, the subject and the people.',
    },
    {
      rule: 'blockBilling',
      on: true,
      severity: 'Flag',
      settings: { hours: 2, tasks: 3, percent: 20 },
      firmText: 'Enter each task with its own time.',
    },
  ],
} as const

/** What the firm is asked about an invoice in review. */
export const question = {
  number: 'ASH-1063',
  line: 1,
  text: 'Four interviews were planned by telephone: why did they need nine hours?',
} as const

/** The steps of an approval, for large invoices. */
export const approvalRules = [
  {
    name: 'Counsel, Disputes',
    approver: 'daniel.okafor@harbour.example',
    total: '9000',
    matterManager: false,
    need: 'One',
    overBudget: false,
    costCentreIds: [],
  },
  {
    name: 'Legal Operations',
    approver: 'jonas.weber@harbour.example',
    total: '9000',
    matterManager: false,
    need: 'One',
    overBudget: false,
    costCentreIds: [],
  },
] as const
