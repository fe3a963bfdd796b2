// The letters, notes and schedules of the demo.
import { agreement } from './agreement.ts'
import type { Clause, SampleDocument } from '../../../platform/documents/writing/sample-document.ts'

const us = 'Harbour Ltd'

const unnumbered = (
  title: string,
  opening: readonly string[],
  clauses: readonly Clause[],
  lines: readonly string[] = [],
): SampleDocument => ({ title, opening, clauses, isNumbered: false, ending: { lines } })

/** The heads of terms of the joint venture, as they stood in a round of the negotiations. */
export const headsOfTerms = (date: string, round: 1 | 2 | 3): SampleDocument => ({
  title: 'Heads of Terms: joint venture for cold storage',
  opening: [
    `${date}. Between ${us} and Tasman Foods Ltd. Draft ${round}, for discussion.`,
    'Except for the clauses on confidentiality, exclusivity and governing law, these heads of terms are not legally binding.',
  ],
  isNumbered: true,
  clauses: [
    {
      heading: 'The venture',
      paragraphs: [
        'The parties form a company, Cold Chain Ltd, to own and operate the cold store at Port Road.',
        round === 1
          ? `${us} takes 50 % of the shares and Tasman Foods Ltd takes 50 %.`
          : `${us} takes 55 % of the shares and Tasman Foods Ltd takes 45 %.`,
      ],
    },
    {
      heading: 'Contributions',
      paragraphs: [
        `Tasman Foods Ltd contributes the lease of the cold store and its equipment. ${us} contributes NZD ${round === 3 ? '4,200,000' : '3,800,000'} in cash.`,
      ],
    },
    {
      heading: 'Volume',
      paragraphs: [
        round === 1
          ? 'Tasman Foods Ltd stores its chilled goods with the company.'
          : `Tasman Foods Ltd stores at least ${round === 2 ? '300' : '332'} tonnes a year with the company, for the first five years.`,
      ],
    },
    {
      heading: 'Board and reserved matters',
      paragraphs: [
        'Each party appoints two directors. The chair has no casting vote.',
        'The budget, new debt, a sale of the business and the issue of shares need the consent of both parties.',
      ],
    },
    {
      heading: 'Confidentiality and exclusivity',
      paragraphs: [
        'The confidentiality agreement of 26 January 2026 applies.',
        `Neither party negotiates with anybody else about a cold store in the region for ${round === 1 ? 'sixty' : 'ninety'} days from the date above.`,
      ],
    },
    {
      heading: 'Governing law',
      paragraphs: ['These heads of terms are governed by the law of New Zealand.'],
    },
  ],
  ending: {
    lines: [
      `For ${us}: ______________________________`,
      'For Tasman Foods Ltd: ______________________________',
    ],
  },
})

/** What the board was told about the limits of the negotiations. */
export const walkAwayPosition = unnumbered(
  'Cold chain venture: walk-away position',
  ['2 March 2026. To the board of Harbour Ltd, from Legal. Privileged and confidential.'],
  [
    {
      heading: 'In short',
      paragraphs: [
        'We recommend that Harbour does not sign unless it holds at least 52 % of the shares, contributes no more than NZD 4,500,000 in cash, and has a minimum volume of 250 tonnes a year from Tasman Foods for four years.',
      ],
    },
    {
      heading: 'Where the other side stands',
      paragraphs: [
        'Tasman Foods has moved from equal shares to 45 %. It has accepted a minimum volume in principle, and asks for more cash in return.',
        'Its lease of the cold store needs the consent of the landlord to a change of control. Without it the venture has no site.',
      ],
    },
    {
      heading: 'The alternative',
      paragraphs: [
        'Port Road can be extended without a partner for about NZD 6,100,000, eighteen months later.',
      ],
    },
  ],
)

/** The letter that asks for damages before a claim is filed. */
export const letterBeforeClaim = (date: string): SampleDocument =>
  unnumbered(
    'Letter before claim',
    [
      date,
      'Lindqvist Shipping AB, Claims. By courier and by email.',
      'Dear Sirs,',
      'Harbour Ltd: consignment HB-2204, Gothenburg to Auckland',
      'We act for Harbour Ltd.',
    ],
    [
      {
        heading: 'The facts',
        paragraphs: [
          'You carried forty-two pallets of chilled goods for our client under a bill of lading dated 6 March 2026. On discharge on 17 April 2026 the temperature of two containers had been above eight degrees for at least thirty hours, as their data loggers and the report of the surveyor show. The goods were condemned.',
        ],
      },
      {
        heading: 'The claim',
        paragraphs: [
          'You failed to care for the goods properly while they were in your charge. Our client’s loss is NZD 186,400: the value of the goods, NZD 171,900, and the costs of survey and disposal, NZD 14,500.',
        ],
      },
      {
        heading: 'What we ask of you',
        paragraphs: [
          'Please confirm within fourteen days that you accept liability, and tell us the name of your insurer. Please keep all records of the voyage, in particular those of the refrigeration plant.',
          'If we do not hear from you by then, our client will file its claim without further notice. Its rights are reserved.',
        ],
      },
    ],
    ['Yours faithfully,', 'Hugo Ashfield, Ashfield Law'],
  )

/** What counsel thinks of the claim. */
export const noteOnProspects = unnumbered(
  'Lindqvist: note on the prospects',
  ['6 May 2026. Priya Raman, Legal. Privileged and confidential: prepared for the purpose of proceedings.'],
  [
    {
      heading: 'Opinion',
      paragraphs: [
        'Liability is likely: the loggers are independent, and the carrier has offered no explanation. I put the prospects at about 70 %.',
        'The amount is less certain. The carrier will rely on the limit by package. If a pallet counts as one package, the claim is capped at about NZD 98,000.',
      ],
    },
    {
      heading: 'Evidence',
      paragraphs: [
        'We need the original data of the loggers, the surveyor as a witness, and the sales contract, to prove the value. The temperature on loading is the gap: the supplier has the only record.',
      ],
    },
    {
      heading: 'Recommendation',
      paragraphs: [
        'Send the letter before claim. Settle at NZD 85,000 or more, before the costs of experts are incurred. The claim is out of time one year after delivery, on 17 April 2027.',
      ],
    },
  ],
)

/** The prices that belong to the supply of packaging. */
export const priceList = unnumbered(
  'Price list 2026',
  [
    'Schedule to the Supply Agreement between Harbour Ltd and Kauri Print & Pack Ltd. Valid from 1 April 2026 to 31 March 2027.',
    'Prices are in NZD, exclude GST, and include delivery to Port Road.',
  ],
  [
    {
      heading: 'Cartons',
      paragraphs: [
        'C-20, single wall, 400 × 300 × 200 mm: 0.84 each from 1,000; 0.71 each from 10,000.',
        'C-35, double wall, 600 × 400 × 350 mm: 1.92 each from 1,000; 1.66 each from 10,000.',
      ],
    },
    {
      heading: 'Pallets and film',
      paragraphs: [
        'P-1, pallet, treated, 1,200 × 1,000 mm: 23.50 each.',
        'F-500, stretch film, 500 mm × 300 m: 11.80 a roll; 10.20 from 100 rolls.',
      ],
    },
    {
      heading: 'Changes of price',
      paragraphs: [
        'The supplier may change these prices once a year, by ninety days’ written notice and by no more than the change of the producer price index.',
      ],
    },
  ],
)

/** In which state the premises were let. */
export const scheduleOfCondition = unnumbered(
  'Schedule of condition: 14 Quay Street, second floor',
  [
    'Recorded on 30 March 2026 in the presence of the landlord, Quay Street Holdings Ltd, and the tenant, Harbour Ltd. It belongs to the lease of 1 April 2026.',
  ],
  [
    {
      heading: 'Reception and corridor',
      paragraphs: ['Walls painted in 2024, two scuffs beside the lift. Carpet worn at the door, no tears.'],
    },
    {
      heading: 'Open office',
      paragraphs: [
        'Ceiling: one tile stained, above desk row C; the landlord replaces it before 1 May 2026. Windows: all open and close, seal of the third from the north cracked. Floor: sound.',
      ],
    },
    {
      heading: 'Meeting rooms and kitchen',
      paragraphs: [
        'Glass partitions without damage. Kitchen fitted in 2022; the dishwasher does not work and is removed by the landlord. Taps and drains tested.',
      ],
    },
    {
      heading: 'Parking',
      paragraphs: ['Places 11 to 19, lines repainted. Oil stain at place 14.'],
    },
  ],
  ['For the landlord: ______________________________', 'For the tenant: ______________________________'],
)

/** On which terms the law firm of the demo works. */
export const termsOfEngagement = agreement(
  'Terms of Engagement',
  { parties: [us, 'Ashfield Law'], date: '5 January 2026' },
  [
    {
      heading: 'Work',
      paragraphs: [
        'Ashfield Law (the firm) advises Harbour Ltd (the client) on the matters that the client instructs it on. For each matter the parties agree a scope and, where the scope says so, a budget or a capped fee.',
        'Hugo Ashfield is responsible for the work. Others may do it under his supervision.',
      ],
    },
    {
      heading: 'Fees and invoices',
      paragraphs: [
        'Time is charged in units of six minutes, at the rates that the client has approved. The firm invoices monthly by matter, with a narrative of each entry. Invoices are payable within thirty days of receipt.',
        'The firm tells the client before a budget is exceeded. Fees above a budget are not payable unless the client has agreed to them.',
      ],
    },
    {
      heading: 'Confidentiality and conflicts',
      paragraphs: [
        'The firm keeps the affairs of the client confidential. It has checked for conflicts of interest and tells the client at once if one arises.',
      ],
    },
    {
      heading: 'Ending the engagement',
      paragraphs: [
        'The client may end the engagement at any time, and the firm for good reason and with reasonable notice. The client pays for the work done until then, and the firm hands over the file.',
      ],
    },
    {
      heading: 'Governing law',
      paragraphs: ['These terms are governed by the law of New Zealand, whose courts have jurisdiction.'],
    },
  ],
)
