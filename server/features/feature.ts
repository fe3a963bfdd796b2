// Features: parts of the platform that can be switched on or off per organisation.

interface FeatureDescription {
  /** Whether organisations without a setting of their own have it. */
  readonly byDefault: boolean
  readonly description: string
}

/** All features, by code. */
export const features = {
  CONTRACTS: { byDefault: true, description: 'Contracts, with their key dates and their documents.' },
  CONTRACT_WIZARD: {
    byDefault: true,
    description: 'Contracts created from templates by answering a form.',
  },
  MATTERS: { byDefault: true, description: 'Matters.' },
  MATTER_INTAKE: { byDefault: true, description: 'Matters that wait for someone to accept them.' },
  TASKS: { byDefault: true, description: 'Tasks of matters, and templates for them.' },
  INVOICES: { byDefault: true, description: 'Invoices of matters.' },
  EMAIL_TRACKING: { byDefault: true, description: 'Email saved with matters and contracts.' },
  WEBHOOKS: { byDefault: true, description: 'Notifications to integrations.' },
  INBOUND_EMAIL: { byDefault: false, description: 'Addresses at which matters and contracts receive email.' },
} as const satisfies Record<string, FeatureDescription>

export type FeatureCode = keyof typeof features

/** The codes, in the order in which they are listed. */
export const featureCodes = Object.keys(features) as readonly FeatureCode[]

/** The feature with this code, in any case; undefined if there is none. */
export const findFeature = (code: string): FeatureCode | undefined =>
  featureCodes.find((each) => each === code.toUpperCase())
