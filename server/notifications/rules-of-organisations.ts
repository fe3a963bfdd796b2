// What happens to a whole organisation says, and to whom: to its administrators, and to people of it what is their own.
import { bareObject } from '../platform/bare-object.ts'
import type { Concerned, NotifyingEvent, Rule } from './rules.ts'

/** The administrators, except the one whose account it is about. */
const administrators = ({ facts }: NotifyingEvent): Concerned => ({
  administrators: true,
  except: [facts['userId']],
})

const security = (what: string, ...keep: readonly string[]): readonly Rule[] => [
  { kind: 'security', what, to: administrators, keep },
]

/** What concerns the sign-in of a whole organisation. */
export const rulesOfOrganisations: Readonly<Record<string, readonly Rule[]>> = bareObject<readonly Rule[]>({
  'user.break-glass.signed-in': security('breakGlassUsed', 'userId', 'address'),
  'user.factors.reset': security('factorsReset', 'userId'),
  'sign-in-policy.updated': security('signInPolicyChanged'),
  'identity-provider.set': security('identityProviderSet', 'issuer'),
  'identity-provider.enabled': security('identityProviderSet', 'issuer'),
  'identity-provider.disabled': security('identityProviderRemoved', 'issuer'),
  'identity-provider.removed': security('identityProviderRemoved', 'issuer'),
  'password-sign-in.set': security('passwordSignInSet', 'allowed'),
  'provisioning-token.created': security('provisioningTokenCreated', 'name'),
  'user.handedOver': [
    {
      kind: 'assigned',
      what: 'takenFromYou',
      to: ({ facts }) => ({ people: [facts['userId']] }),
      keep: ['reason'],
    },
  ],
  'consent.outdated': [
    {
      kind: 'security',
      what: 'consentOutdated',
      to: () => ({ consented: true }),
      keep: ['client', 'because'],
    },
  ],
})

/** What concerns people of an organisation themselves, whether they administer it or not. */
export const personalNotifications: readonly string[] = ['consentOutdated', 'takenFromYou']
