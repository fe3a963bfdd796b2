// The text of the demo's agreements, as data: a title, the parties, numbered clauses. All of it was written for the
// demo.

export interface Agreement {
  readonly title: string
  readonly parties: readonly [string, string]
  readonly date: string
  readonly clauses: readonly Clause[]
}

export interface Clause {
  readonly heading: string
  readonly paragraphs: readonly string[]
}

/** The words that introduce the parties. */
export const preamble = ({ parties, date }: Agreement): string =>
  `This agreement is made on ${date} between ${parties[0]} and ${parties[1]}. Each of them is called a party below.`

type Kind = (parties: Agreement['parties'], date: string) => Agreement

const general: readonly Clause[] = [
  {
    heading: 'Term and end',
    paragraphs: [
      'This agreement begins on the date above. It goes on until a party ends it by ninety days of written notice.',
      'A party may end it at once when the other breaks it in a way that matters and does not put that right within thirty days of being asked to in writing.',
    ],
  },
  {
    heading: 'Liability',
    paragraphs: [
      'Neither party is liable to the other for loss of profit, of business or of data that could not be foreseen. What a party may owe in any year is limited to what was paid or payable under this agreement in that year.',
      'Nothing here limits liability for injury, for fraud, or for anything else that the law does not allow to be limited.',
    ],
  },
  {
    heading: 'Notices',
    paragraphs: [
      'A notice is valid when it is in writing and reaches the address that the other party has last named for this purpose.',
    ],
  },
  {
    heading: 'Law and disputes',
    paragraphs: [
      'The parties first try to settle a dispute by talking, then by a mediator on whom they agree. Only then may they go to court, in the place where the party that is sued has its seat, whose law applies.',
    ],
  },
]

/** An agreement to keep business information confidential during talks. */
export const confidentiality: Kind = (parties, date) => ({
  title: 'Mutual Non-Disclosure Agreement',
  parties,
  date,
  clauses: [
    {
      heading: 'Purpose',
      paragraphs: [
        'The parties want to find out whether they should do business together. To that end each may tell the other things that it does not tell the public.',
      ],
    },
    {
      heading: 'Confidential information',
      paragraphs: [
        'Confidential is what a party marks so, and what a sensible person would take to be so from its nature: plans, prices, customers, designs, source code, and the fact of these talks.',
        'Not confidential is what the other party knew before, finds out by itself, hears lawfully from somebody else, or what is public without its fault.',
      ],
    },
    {
      heading: 'Duties',
      paragraphs: [
        'The receiving party uses confidential information for the purpose only, guards it as it guards its own, and passes it on only to its people and advisers who need it and are bound to keep it.',
        'On request it gives back or destroys what it has received, apart from copies that the law requires it to keep.',
        'These duties last three years from the day on which the information was told.',
      ],
    },
    ...general,
  ],
})

/** An agreement about services: one framework for many orders. */
export const services: Kind = (parties, date) => ({
  title: 'Master Services Agreement',
  parties,
  date,
  clauses: [
    {
      heading: 'Services',
      paragraphs: [
        `${parties[1]} provides the services that the parties describe in orders. Each order names what is to be done, by when, and for which price, and is part of this agreement.`,
        'Where an order and this agreement differ, this agreement applies, unless the order says which of its clauses it changes.',
      ],
    },
    {
      heading: 'People and care',
      paragraphs: [
        'The provider works with people who have the skill and experience that the services call for. It answers for them, and for whomever else it engages, as for itself.',
      ],
    },
    {
      heading: 'Price and payment',
      paragraphs: [
        'Invoices are sent monthly after the work, with hours and names. They are due thirty days after receipt. What is disputed in good faith may be held back until it is settled; the rest may not.',
      ],
    },
    {
      heading: 'Results',
      paragraphs: [
        'What is made for the customer belongs to the customer once it is paid for. The provider keeps what it had before, and gives the customer a lasting right to use it as part of the results.',
      ],
    },
    ...general,
  ],
})

/** An agreement about the regular supply of goods. */
export const supply: Kind = (parties, date) => ({
  title: 'Supply Agreement',
  parties,
  date,
  clauses: [
    {
      heading: 'Goods and orders',
      paragraphs: [
        `${parties[1]} supplies the goods listed in the schedule, at the prices that stand there. An order binds when it is confirmed, or when five working days have passed without an answer.`,
      ],
    },
    {
      heading: 'Delivery and risk',
      paragraphs: [
        'Goods are delivered to the place named in the order. Risk passes there. A delivery that is more than ten working days late may be refused.',
      ],
    },
    {
      heading: 'Quality',
      paragraphs: [
        'Goods are as described, free of faults and of the rights of others. Faults that show within twenty-four months are put right by repair, replacement or return of the price, as the buyer chooses.',
      ],
    },
    ...general,
  ],
})

/** A lease of premises. */
export const lease: Kind = (parties, date) => ({
  title: 'Lease of Business Premises',
  parties,
  date,
  clauses: [
    {
      heading: 'Premises',
      paragraphs: [
        `${parties[1]} lets to ${parties[0]} the second floor of 14 Quay Street with nine parking places, for use as offices.`,
      ],
    },
    {
      heading: 'Rent and costs',
      paragraphs: [
        'Rent is paid monthly in advance. It is reviewed every three years by the index of consumer prices. The tenant bears the costs of power, water and cleaning; the landlord those of the building.',
      ],
    },
    {
      heading: 'Care of the premises',
      paragraphs: [
        'The tenant keeps the rooms in the state in which it got them, apart from ordinary wear. Changes to walls and wiring need the consent of the landlord, which may not refuse it without good reason.',
      ],
    },
    ...general,
  ],
})

/** An agreement to end a dispute. */
export const settlement: Kind = (parties, date) => ({
  title: 'Settlement Agreement',
  parties,
  date,
  clauses: [
    {
      heading: 'Background',
      paragraphs: [
        'The parties disagree about a delivery of last spring. Without saying who is right, they want to end this.',
      ],
    },
    {
      heading: 'Payment',
      paragraphs: [
        `${parties[1]} pays ${parties[0]} the sum of 48,000 in two equal parts, thirty and ninety days from the date above.`,
      ],
    },
    {
      heading: 'No further claims',
      paragraphs: [
        'With the second payment all claims from that delivery are settled, known or not. Neither party speaks of the terms of this agreement, except to its advisers and where the law requires it.',
      ],
    },
    ...general.slice(2),
  ],
})
