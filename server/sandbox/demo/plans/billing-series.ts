// Who bills the demo's legal department month by month, for what, and at which rates.
import { ashfield, northcott } from './core-records.ts'

interface Person {
  readonly name: string
  readonly number: string
  readonly class: string
  /** By the hour, last year and this year. */
  readonly rates: readonly [before: string, now: string]
}

export interface Work {
  readonly task: string
  readonly activity: string
  readonly text: string
}

/** What a firm does for one matter after the other, month by month. */
export interface Series {
  readonly firm: string
  readonly isOrganisation: boolean
  readonly prefix: string
  readonly first: number
  readonly currency: string
  readonly taxCode: 'GST' | 'RC'
  /** Every so many months. */
  readonly every: number
  readonly matters: readonly (readonly [externalId: string, costCentre: string, description: string])[]
  readonly people: readonly Person[]
  readonly works: readonly Work[]
  readonly expense: readonly [code: string, text: string, price: number]
}

export const series: readonly Series[] = [
  {
    firm: ashfield,
    isOrganisation: true,
    prefix: 'ASH-',
    first: 801,
    currency: 'NZD',
    taxCode: 'GST',
    every: 1,
    matters: [
      ['DEMO-M4', '4100', 'Claim against Lindqvist Shipping'],
      ['DEMO-M5', '4100', 'Proceedings against Lindqvist Shipping'],
      ['DEMO-M8', '4300', 'Distribution agreements'],
    ],
    people: [
      { name: 'H. Ashfield', number: 'HA', class: 'PARTNER', rates: ['480.00', '495.00'] },
      { name: 'C. Ashfield', number: 'CA', class: 'ASSOC', rates: ['405.00', '420.00'] },
      { name: 'W. Hale', number: 'WH', class: 'ASSOC', rates: ['200.00', '210.00'] },
    ],
    works: [
      { task: 'L120', activity: 'A104', text: 'Review of the survey and the stowage plan' },
      { task: 'L110', activity: 'A108', text: 'Interview of the terminal supervisor' },
      { task: 'L210', activity: 'A103', text: 'Draft of the particulars of claim' },
      { task: 'L310', activity: 'A103', text: 'List of documents for disclosure' },
      { task: 'L160', activity: 'A106', text: 'Call with the client on the settlement range' },
      { task: 'L330', activity: 'A109', text: 'Examination of the surveyor' },
    ],
    expense: ['E112', 'Court fees', 420],
  },
  {
    firm: northcott,
    isOrganisation: true,
    prefix: 'NV/',
    first: 2041,
    currency: 'AUD',
    taxCode: 'RC',
    every: 1,
    matters: [
      ['DEMO-M2', '4300', 'Joint venture with Tasman Foods, Australian law'],
      ['DEMO-M1', '4300', 'Reseller programme, competition law'],
    ],
    people: [
      { name: 'I. Northcott', number: 'IN', class: 'PARTNER', rates: ['595.00', '610.00'] },
      { name: 'R. Duarte', number: 'RD', class: 'ASSOC', rates: ['440.00', '450.00'] },
      { name: 'T. Vale', number: 'TV', class: 'PARALEGAL', rates: ['170.00', '180.00'] },
    ],
    works: [
      { task: 'P300', activity: 'A103', text: 'Shareholders agreement, reserved matters' },
      { task: 'P240', activity: 'A104', text: 'Due diligence of the supply contracts' },
      { task: 'P260', activity: 'A102', text: 'Merger control, market definition' },
      { task: 'P400', activity: 'A107', text: 'Negotiation with counsel of Tasman Foods' },
    ],
    expense: ['E107', 'Courier of the signed counterparts', 95],
  },
  {
    firm: 'Temple Row Chambers',
    isOrganisation: false,
    prefix: 'TRC-',
    first: 118,
    currency: 'GBP',
    taxCode: 'RC',
    every: 3,
    matters: [['DEMO-M5', '4100', 'Opinion on English law']],
    people: [
      { name: 'E. Whitcombe', number: 'EW', class: 'PARTNER', rates: ['520.00', '540.00'] },
      { name: 'S. Obi', number: 'SO', class: 'ASSOC', rates: ['260.00', '275.00'] },
    ],
    works: [
      { task: 'L120', activity: 'A102', text: 'Opinion on the limitation of the carrier' },
      { task: 'L250', activity: 'A103', text: 'Note on the arbitration clause' },
    ],
    expense: ['E106', 'Law reports', 60],
  },
  {
    firm: 'Bayside Surveyors Ltd',
    isOrganisation: false,
    prefix: 'BSL-',
    first: 271,
    currency: 'NZD',
    taxCode: 'GST',
    every: 2,
    matters: [['DEMO-M7', '4200', 'Surveys of the warehouse at Port Road']],
    people: [{ name: 'K. Aumua', number: 'KA', class: 'OTHER', rates: ['175.00', '180.00'] }],
    works: [{ task: 'P280', activity: 'A111', text: 'Survey of the building and the yard' }],
    expense: ['E110', 'Travel to the site', 140],
  },
]
