// Features: parts of the platform that an organisation can have switched on or off.

/** Every feature there is, by its code, and whether an organisation has it unless it says otherwise. */
export const features = {
  CONTRACTS: true,
  CONTRACT_WIZARD: true,
  MATTERS: true,
  MATTER_INTAKE: true,
  TASKS: true,
  INVOICES: true,
  EMAIL_TRACKING: true,
  WEBHOOKS: true,
  INBOUND_EMAIL: false,
} as const satisfies Record<string, boolean>

export type FeatureCode = keyof typeof features

/** The feature of a code in any case, or undefined for one the platform does not know. */
export const findFeature = (code: string): FeatureCode | undefined =>
  (Object.keys(features) as FeatureCode[]).find((each) => each === code.toUpperCase())
