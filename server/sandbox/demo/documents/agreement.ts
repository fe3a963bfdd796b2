// The agreements of the demo: of each kind, between any two parties.
import type { Clause, SampleDocument } from '../../../platform/documents/writing/sample-document.ts'

type Parties = readonly [string, string]
type Kind = (parties: Parties, date: string) => SampleDocument

/** An agreement between two parties, with a place for each to sign. */
export const agreement = (
  title: string,
  { parties, date }: { readonly parties: Parties; readonly date: string },
  clauses: readonly Clause[],
): SampleDocument => ({
  title,
  opening: [`This agreement is made on ${date} between ${parties[0]} and ${parties[1]} (each a party).`],
  clauses,
  isNumbered: true,
  ending: {
    heading: 'Signed by the parties',
    lines: parties.map((party) => `For and on behalf of ${party}: ______________________________`),
  },
})

const term: Clause = {
  heading: 'Term and termination',
  paragraphs: [
    'This agreement starts on its date and continues until either party ends it by ninety days’ written notice.',
    'A party may end it at once by written notice if the other commits a material breach and does not remedy it within thirty days of being asked to, or becomes insolvent.',
    'Rights that have accrued, and clauses that are meant to continue, are not affected by its end.',
  ],
}

const liability: Clause = {
  heading: 'Liability',
  paragraphs: [
    'Neither party is liable to the other for loss of profit or for indirect loss. The total liability of each party in a year is limited to the amounts paid and payable under this agreement in that year.',
    'Nothing in this agreement limits liability for personal injury, for fraud, or for anything else for which liability cannot be limited by law. Nor does it limit the duty to pay the price.',
  ],
}

const general: Clause = {
  heading: 'General',
  paragraphs: [
    'Notices must be in writing. They take effect when they are received at the address, or the email address, that the recipient has last notified.',
    'This agreement is the whole agreement of the parties on its subject. It may be changed only in writing signed by both, and assigned only with the consent of the other party, which may not be unreasonably withheld.',
  ],
}

/** Which law governs an agreement, and which courts decide. */
export const governingLaw = (law: string): Clause => ({
  heading: 'Governing law and disputes',
  paragraphs: [
    'The parties first try to resolve a dispute by negotiation between their managers, and then by mediation. Neither step prevents a party from seeking urgent relief from a court.',
    `This agreement is governed by the law of ${law}, and the courts of ${law} have exclusive jurisdiction.`,
  ],
})

const ours = governingLaw('New Zealand')

/**
 * What an agreement to keep information confidential says besides its purpose. `kinds` adds to what is confidential.
 */
export const confidentialityClauses = (kinds = ''): readonly Clause[] => [
  {
    heading: 'Confidential information',
    paragraphs: [
      `Confidential information is any information, in any form, that a party discloses to the other for the purpose, and that is marked as confidential or that a reasonable person would understand to be confidential. It includes the existence and the content of the discussions${kinds}.`,
      'It does not include information that the recipient already knew, has developed independently or has lawfully received from somebody else, or that is public other than through its breach.',
    ],
  },
  {
    heading: 'Obligations of the recipient',
    paragraphs: [
      'The recipient uses confidential information for the purpose only, and protects it with at least the care that it takes of its own.',
      'It discloses confidential information only to those employees and advisers who need it for the purpose and who are bound to keep it confidential. It answers for them as for itself.',
      'It may disclose what a law, a court or a regulator requires. Where it is allowed to, it tells the other party first.',
    ],
  },
]

const returned: Clause = {
  heading: 'Return of information',
  paragraphs: [
    'On request the recipient returns or destroys confidential information within thirty days. It may keep the copies that the law requires it to keep, and those in routine backups; this agreement continues to apply to them.',
  ],
}

/** How long information stays confidential. */
export const confidentialityTerm: Clause = {
  heading: 'Term',
  paragraphs: [
    'Either party may end the discussions at any time. The obligations under this agreement continue for three years from the date on which the information was disclosed.',
    'No licence and no other right is granted by disclosing information, and neither party is obliged to enter into any other agreement.',
  ],
}

/** An agreement to keep business information confidential during discussions. */
export const confidentiality = (parties: Parties, date: string, law: Clause = ours): SampleDocument =>
  agreement('Mutual Non-Disclosure Agreement', { parties, date }, [
    {
      heading: 'Purpose',
      paragraphs: [
        'The parties wish to discuss doing business together. For that purpose each may disclose to the other information that it does not make public.',
      ],
    },
    ...confidentialityClauses(),
    returned,
    confidentialityTerm,
    general,
    law,
  ])

/** An agreement about services: one framework for many orders. */
export const services: Kind = (parties, date) =>
  agreement('Master Services Agreement', { parties, date }, [
    {
      heading: 'Services',
      paragraphs: [
        `${parties[1]} (the provider) provides to ${parties[0]} (the customer) the services that the parties describe in orders. Each order states what is to be done, by when and at what price, and is part of this agreement.`,
        'If an order and this agreement conflict, this agreement prevails, unless the order names the clause that it changes.',
      ],
    },
    {
      heading: 'People and care',
      paragraphs: [
        'The provider performs the services with reasonable skill and care, and with people who have the experience that the services need. It is responsible for its subcontractors as for itself.',
      ],
    },
    {
      heading: 'Price and payment',
      paragraphs: [
        'The provider invoices monthly in arrears, stating who has worked on what and for how long. Invoices are payable within thirty days of receipt.',
        'The customer may withhold an amount that it disputes in good faith until the dispute is resolved. It pays the rest when it is due.',
      ],
    },
    {
      heading: 'Intellectual property',
      paragraphs: [
        'What the provider makes for the customer belongs to the customer once it has been paid for. The provider keeps what it had before, and grants the customer a perpetual, non-exclusive licence to use it as part of the results.',
      ],
    },
    term,
    liability,
    general,
    ours,
  ])

/** An agreement about the regular supply of goods. */
export const supply: Kind = (parties, date) =>
  agreement('Supply Agreement', { parties, date }, [
    {
      heading: 'Goods and orders',
      paragraphs: [
        `${parties[1]} (the supplier) supplies to ${parties[0]} (the buyer) the goods listed in the schedule, at the prices stated there. An order is binding when the supplier confirms it, or if the supplier does not reject it within five working days.`,
      ],
    },
    {
      heading: 'Delivery, risk and title',
      paragraphs: [
        'The supplier delivers the goods to the place named in the order. Risk passes on delivery, and title on payment.',
        'The buyer may cancel an order that is more than ten working days late.',
      ],
    },
    {
      heading: 'Quality',
      paragraphs: [
        'The goods conform to their description and are free of defects and of rights of others. The supplier repairs, replaces or refunds, as the buyer chooses, what proves defective within twenty-four months of delivery.',
      ],
    },
    term,
    liability,
    general,
    ours,
  ])

/** A lease of premises from the second party to the first. */
export const lease = (
  parties: Parties,
  date: string,
  premises = 'the premises shown on the attached plan, with the parking places marked there, for use as offices and storage',
): SampleDocument =>
  agreement('Lease of Business Premises', { parties, date }, [
    {
      heading: 'Premises and term',
      paragraphs: [
        `${parties[1]} (the landlord) lets to ${parties[0]} (the tenant) ${premises}.`,
        'The lease runs for six years from its date. The tenant may renew it once for the same term, by written notice given six months before its end.',
      ],
    },
    {
      heading: 'Rent and outgoings',
      paragraphs: [
        'The rent is payable monthly in advance. It is reviewed every three years in line with the consumer price index.',
        'The tenant pays for power, water and cleaning. The landlord pays rates, insurance and the upkeep of the building.',
      ],
    },
    {
      heading: 'Care of the premises',
      paragraphs: [
        'The tenant keeps the premises in the condition recorded in the schedule of condition, fair wear and tear excepted. Alterations need the landlord’s consent, which may not be unreasonably withheld.',
      ],
    },
    {
      heading: 'Ending the lease early',
      paragraphs: [
        'The landlord may cancel the lease if rent is ten working days in arrears, or the tenant is otherwise in breach, and the tenant does not remedy this within the time that the law requires notice to give.',
        'If the premises are destroyed, or cannot be used for more than three months through no fault of the tenant, either party may end the lease by written notice.',
      ],
    },
    general,
    ours,
  ])

/** An agreement to end a dispute: the second party pays. */
export const settlement: Kind = (parties, date) =>
  agreement('Settlement Agreement', { parties, date }, [
    {
      heading: 'Background',
      paragraphs: [
        `${parties[0]} claims damages from ${parties[1]} for goods that were delivered late and damaged (the dispute). ${parties[1]} denies liability. The parties settle the dispute without any admission.`,
      ],
    },
    {
      heading: 'Payment',
      paragraphs: [
        `${parties[1]} pays ${parties[0]} NZD 48,000 in two equal instalments, thirty and ninety days after the date of this agreement.`,
        'If an instalment is more than ten working days late, the whole balance becomes payable at once.',
      ],
    },
    {
      heading: 'Release and confidentiality',
      paragraphs: [
        'When the second instalment has been received, each party releases the other from every claim, known or unknown, that arises from the dispute. Each bears its own costs.',
        'Neither party discloses the terms of this agreement, except to its advisers, insurers and auditors, to enforce it, or as the law requires.',
      ],
    },
    general,
    ours,
  ])
