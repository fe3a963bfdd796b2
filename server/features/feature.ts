// Features: parts of the platform that an organisation can have switched on or off.

interface FeatureDescription {
  /** Whether an organisation has it unless it says otherwise. */
  readonly byDefault: boolean
  readonly description: string
}

/** Every feature there is, by its code. */
export const features = {
  CONTRACTS: { byDefault: true, description: 'Contracts, with their key dates and their documents.' },
  CONTRACT_WIZARD: {
    byDefault: true,
    description: 'Contracts that are made from templates by answering a form.',
  },
  MATTERS: { byDefault: true, description: 'Matters.' },
  MATTER_INTAKE: { byDefault: true, description: 'Matters that wait for somebody who takes them on.' },
  TASKS: { byDefault: true, description: 'Tasks of matters, and plans of them.' },
  INVOICES: { byDefault: true, description: 'Invoices of matters.' },
  EMAIL_TRACKING: { byDefault: true, description: 'Mail that is kept with matters and contracts.' },
  WEBHOOKS: { byDefault: true, description: 'Notifications to integrations.' },
  INBOUND_EMAIL: { byDefault: false, description: 'Addresses at which matters and contracts take mail.' },
} as const satisfies Record<string, FeatureDescription>

export type FeatureCode = keyof typeof features

/** The codes, as they are listed. */
export const featureCodes = Object.keys(features) as readonly FeatureCode[]

/** The feature of a code in any case, or undefined for one the platform does not know. */
export const findFeature = (code: string): FeatureCode | undefined =>
  featureCodes.find((each) => each === code.toUpperCase())
