// The library of clauses of the demo, as data.
import type { ClauseContent } from '../../../contracts/clauses/clause.ts'

interface PlannedClause {
  readonly key: string
  readonly title: string
  readonly category: string
  /** By e-mail address. */
  readonly owner: string
  readonly content: ClauseContent
  /** A second version, and why it was made. */
  readonly later?: { readonly content: ClauseContent; readonly reason: string }
  readonly isDraft?: boolean
}

const counsel = 'counsel@harbour.example'
const admin = 'admin@harbour.example'

const lawBefore: ClauseContent = {
  text: [
    'This agreement is governed by the law of New Zealand.',
    'The courts of New Zealand have exclusive jurisdiction over disputes that arise from it.',
  ].join('\n'),
  guidance: 'Our own law wherever we perform in New Zealand.',
  alternatives: [
    {
      name: 'England',
      whenToUse: 'The counterparty is in the United Kingdom, or insists on a law that both know.',
      text: [
        'This agreement is governed by the law of England and Wales.',
        'The courts of England and Wales have exclusive jurisdiction over disputes that arise from it.',
      ].join('\n'),
    },
  ],
  fallbacks: [
    {
      text: 'This agreement is governed by the law of the country in which the defendant has its registered office, and the courts of that country decide disputes that arise from it.',
      guidance: 'For small amounts only: it makes nobody sue first.',
    },
  ],
  walkAway: null,
}

export const clauses: readonly PlannedClause[] = [
  {
    key: 'liability',
    title: 'Limitation of liability',
    category: 'Liability',
    owner: counsel,
    content: {
      text: [
        'The total liability of each party under this agreement is limited to the fees paid or payable in the twelve months before the event that gave rise to the claim.',
        'Neither party is liable for loss of profit, loss of business or any indirect loss.',
        'Nothing in this agreement limits liability for death or personal injury, fraud, or anything else that cannot be limited by law.',
      ].join('\n'),
      guidance: 'The limit protects both sides. Do not open this clause if the counterparty does not.',
      alternatives: [
        {
          name: 'Fixed amount',
          whenToUse: 'There are no regular fees, as in agreements about confidentiality.',
          text: [
            'The total liability of each party under this agreement is limited to NZD 250,000.',
            'Nothing in this agreement limits liability for death or personal injury, fraud, or anything else that cannot be limited by law.',
          ].join('\n'),
        },
      ],
      fallbacks: [
        {
          text: 'The total liability of each party under this agreement is limited to twice the fees paid or payable in the twelve months before the event that gave rise to the claim.',
          guidance: 'Counsel may agree to it without asking.',
        },
        {
          text: 'The total liability of each party under this agreement is limited to NZD 5,000,000 for breaches of confidentiality and data protection, and to twice the fees paid or payable in the twelve months before the event for everything else.',
          guidance: 'The general counsel agrees to it, and tells the insurer.',
        },
      ],
      walkAway: {
        text: 'The supplier is liable without limit for all loss that arises from this agreement.',
        guidance:
          'No unlimited liability except where the law has it. Offer the second fallback once more, then escalate.',
      },
    },
  },
  {
    key: 'confidentiality',
    title: 'Confidentiality',
    category: 'Confidentiality',
    owner: counsel,
    content: {
      text: [
        'Each party keeps the confidential information of the other secret, uses it for the purposes of this agreement only, and shows it only to those of its people and advisers who need it and are bound to keep it secret.',
        'This does not apply to information that is public, that was known before, that comes from somebody who may disclose it, or that must be disclosed by law.',
        'These duties continue for five years after the end of this agreement.',
      ].join('\n'),
      guidance: 'Five years is what our systems are set up for.',
      alternatives: [
        {
          name: 'One way',
          whenToUse: 'Only we disclose information.',
          text: 'The recipient keeps the confidential information of Harbour secret for five years after the end of this agreement, uses it for the purposes of this agreement only, and shows it only to those of its people who need it.',
        },
      ],
      fallbacks: [
        {
          text: 'Each party keeps the confidential information of the other secret for three years after it was disclosed.',
          guidance: 'Not for source code and personal data.',
        },
      ],
      walkAway: { text: '', guidance: 'Less than two years, or no duty to keep advisers to it.' },
    },
  },
  {
    key: 'governing-law',
    title: 'Governing law and courts',
    category: 'Governing law',
    owner: counsel,
    content: lawBefore,
    later: {
      reason: 'Australian counterparties ask for their own law.',
      content: {
        ...lawBefore,
        alternatives: [
          ...lawBefore.alternatives,
          {
            name: 'Australia',
            whenToUse: 'The counterparty is in Australia and we perform there.',
            text: [
              'This agreement is governed by the law of New South Wales.',
              'The courts of New South Wales have exclusive jurisdiction over disputes that arise from it.',
            ].join('\n'),
          },
        ],
      },
    },
  },
  {
    key: 'termination-for-convenience',
    title: 'Termination for convenience',
    category: 'Term and termination',
    owner: admin,
    isDraft: true,
    content: {
      text: 'Either party may end this agreement with ninety days’ written notice to the end of a month.',
      guidance: 'Purchasing only: as a supplier we want the whole term.',
      alternatives: [],
      fallbacks: [
        {
          text: 'The customer may end this agreement with ninety days’ written notice to the end of a contract year.',
          guidance: 'With discounts for a long term.',
        },
      ],
      walkAway: null,
    },
  },
]
