// Invoices of the demo's law firm that depend on what is agreed: a fixed fee, a credit note, one that is flagged. Days
// count from today.

/** The first milestone of the fixed fee. */
export const fixedFeeInvoice = {
  number: 'ASH-1058',
  matter: 'DEMO-M9',
  dated: -34,
  credits: null,
  description: 'Clearance searches, first milestone of the fixed fee',
  lines: [
    {
      kind: 'Fee',
      description: 'Clearance searches in Fiji, Samoa and Tonga',
      quantity: '1',
      unitPrice: '4500.00',
      taxRate: '15',
      timekeeperNumber: 'FIXED',
    },
  ],
} as const

/** Takes back a part of an invoice that was paid. */
export const creditNote = {
  number: 'ASH-CN-07',
  matter: 'DEMO-M5',
  dated: -9,
  credits: 'ASH-1052',
  description: 'Credit for research that was not agreed',
  lines: [
    {
      kind: 'Fee',
      description: 'Credit, half of the research on limitation',
      quantity: '1',
      unitPrice: '-600.00',
      taxRate: '15',
    },
  ],
} as const

const fee = (
  [timekeeper, timekeeperNumber, timekeeperClass]: readonly [name: string, number: string, seniority: string],
  description: string,
) =>
  ({
    kind: 'Fee',
    timekeeper,
    timekeeperNumber,
    timekeeperClass,
    description,
    taxRate: '15',
    activityCode: 'A103',
  }) as const

const [partner, associate] = [
  ['H. Ashfield', 'HA', 'PARTNER'],
  ['W. Hale', 'WH', 'ASSOC'],
] as const

/** An invoice of which the guidelines flag some lines, and that two people approve. */
export const flaggedInvoice = {
  number: 'ASH-1071',
  matter: 'DEMO-M5',
  dated: -3,
  description: 'Disclosure',
  lines: [
    {
      ...fee(partner, 'Review of the disclosure of Lindqvist Shipping, stowage records'),
      quantity: '8.5',
      unitPrice: '520.00',
      taskCode: 'L320',
      daysAgo: 12,
    },
    {
      ...fee(associate, 'Review documents'),
      quantity: '6',
      unitPrice: '210.00',
      taskCode: 'L320',
      daysAgo: 11,
    },
    {
      ...fee(associate, 'Draft list of documents; call surveyor on crane log; revise witness schedule'),
      quantity: '5.25',
      unitPrice: '210.00',
      taskCode: 'L310',
      daysAgo: 11,
    },
    {
      ...fee(partner, 'Preparation of the case conference on the crane log'),
      quantity: '6.5',
      unitPrice: '495.00',
      taskCode: 'L230',
      daysAgo: 8,
    },
  ],
} as const
