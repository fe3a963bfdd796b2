// Features: parts of the platform that can be switched on or off per organisation. What a feature closes,
// feature-routes.ts says.
import type { Actor } from '../../platform/actor.ts'
import { forbidden } from '../../platform/errors.ts'

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
  INBOUND_EMAIL: { byDefault: true, description: 'Addresses at which matters and contracts receive email.' },
} as const satisfies Record<string, FeatureDescription>

export type FeatureCode = keyof typeof features

/** The codes, in the order in which they are listed. */
export const featureCodes = Object.keys(features) as readonly FeatureCode[]

/** The feature with this code, in any case; undefined if there is none. */
export const findFeature = (code: string): FeatureCode | undefined =>
  featureCodes.find((each) => each === code.toUpperCase())

const sets = new Map<string, ReadonlySet<FeatureCode>>()

/**
 * The features that are off for an organisation, from what it has switched, as `TASKS off`; the same set for the same
 * switches.
 */
export function featuresOff(switched: readonly string[]): ReadonlySet<FeatureCode> {
  const key = switched.join()
  const known = sets.get(key)
  if (known) return known
  const off = new Set(
    featureCodes.filter((code) =>
      features[code].byDefault ? switched.includes(`${code} off`) : !switched.includes(`${code} on`),
    ),
  )
  sets.set(key, off)
  return off
}

/** Whether a feature is on for the caller's organisation. */
export const isOn = ({ featuresOff: off }: Pick<Actor, 'featuresOff'>, code: FeatureCode): boolean =>
  !off?.has(code)

/** Throws forbidden, naming the feature, when one of them is off for the caller's organisation. */
export function checkFeatures(
  { featuresOff: off }: Pick<Actor, 'featuresOff'>,
  codes: readonly FeatureCode[],
): void {
  const missing = codes.find((code) => off?.has(code))
  if (missing === undefined) return
  throw forbidden(
    `The feature ${missing} is switched off for your organisation. An administrator can switch it on; nothing was deleted.`,
  )
}
