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

/** The sentence that introduces the parties. */
export const preamble = ({ parties, date }: Agreement): string =>
  `This agreement is made on ${date} between ${parties[0]} and ${parties[1]}. Each is referred to as a party.`

type Kind = (parties: Agreement['parties'], date: string) => Agreement

const general: readonly Clause[] = [
  {
    heading: 'Term and termination',
    paragraphs: [
      'This agreement starts on the date above and continues until terminated by either party on ninety days’ written notice.',
      'A party may terminate with immediate effect if the other commits a material breach and fails to remedy it within thirty days of written notice.',
    ],
  },
  {
    heading: 'Liability',
    paragraphs: [
      'Neither party is liable to the other for unforeseeable loss of profit, business or data. Each party’s total liability in any year is limited to the amounts paid or payable under this agreement in that year.',
      'Nothing in this agreement limits liability for personal injury, fraud, or anything else for which liability cannot be limited by law.',
    ],
  },
  {
    heading: 'Notices',
    paragraphs: [
      'Notices must be in writing and take effect when received at the address last notified by the other party.',
    ],
  },
  {
    heading: 'Governing law and disputes',
    paragraphs: [
      'The parties first attempt to resolve a dispute by negotiation and then by mediation. Thereafter the courts at the defendant’s registered office have jurisdiction, and the law of that place governs this agreement.',
    ],
  },
]

/** An agreement to keep business information confidential during discussions. */
export const confidentiality: Kind = (parties, date) => ({
  title: 'Mutual Non-Disclosure Agreement',
  parties,
  date,
  clauses: [
    {
      heading: 'Purpose',
      paragraphs: [
        'The parties wish to explore doing business together. For that purpose each may disclose information to the other that it does not make public.',
      ],
    },
    {
      heading: 'Confidential information',
      paragraphs: [
        'Confidential information is what a party marks as confidential, and what a reasonable person would understand to be confidential: plans, prices, customers, designs, source code, and the existence of these discussions.',
        'It does not include what the receiving party already knew, developed independently, lawfully received from a third party, or what is public through no fault of its own.',
      ],
    },
    {
      heading: 'Duties',
      paragraphs: [
        'The receiving party uses confidential information for the purpose only, protects it as it protects its own, and discloses it only to employees and advisers who need it and are bound by confidentiality.',
        'On request it returns or destroys what it has received, except for copies that the law requires it to retain.',
        'These obligations last three years from the date of disclosure.',
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
        'The provider uses personnel with the skill and experience the services require. It is responsible for them, and for its subcontractors, as for itself.',
      ],
    },
    {
      heading: 'Price and payment',
      paragraphs: [
        'Invoices are sent monthly after the work, with hours and names. They are due thirty days after receipt. Amounts disputed in good faith may be withheld until the dispute is resolved; the rest may not.',
      ],
    },
    {
      heading: 'Results',
      paragraphs: [
        'Work product created for the customer belongs to the customer once it is paid for. The provider retains its pre-existing materials and grants the customer a perpetual licence to use them as part of the work product.',
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
        `${parties[1]} supplies the goods listed in the schedule, at the prices stated there. An order is binding when it is confirmed, or if it is not rejected within five working days.`,
      ],
    },
    {
      heading: 'Delivery and risk',
      paragraphs: [
        'Goods are delivered to the place named in the order. Risk passes on delivery. The buyer may reject a delivery that is more than ten working days late.',
      ],
    },
    {
      heading: 'Quality',
      paragraphs: [
        'Goods conform to their description and are free of defects and third-party rights. Defects that appear within twenty-four months are remedied by repair, replacement or refund, at the buyer’s option.',
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
        'Rent is paid monthly in advance. It is reviewed every three years in line with the consumer price index. The tenant pays for power, water and cleaning; the landlord pays for the building.',
      ],
    },
    {
      heading: 'Care of the premises',
      paragraphs: [
        'The tenant maintains the premises in their original condition, fair wear and tear excepted. Alterations to walls and wiring require the landlord’s consent, which may not be unreasonably withheld.',
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
        'The parties are in dispute about a delivery made last spring. They wish to settle the dispute without admission of liability.',
      ],
    },
    {
      heading: 'Payment',
      paragraphs: [
        `${parties[1]} pays ${parties[0]} the sum of 48,000 in two equal instalments, thirty and ninety days after the date above.`,
      ],
    },
    {
      heading: 'No further claims',
      paragraphs: [
        'On receipt of the second instalment all claims arising from that delivery, known or unknown, are settled. Neither party discloses the terms of this agreement, except to its advisers or as required by law.',
      ],
    },
    ...general.slice(2),
  ],
})
