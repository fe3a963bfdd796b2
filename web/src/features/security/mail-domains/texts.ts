// The texts of the page of mail domains.
import { state, type States } from '../../../lib/states.ts'
import type { MailDomain } from './mail-domains.ts'

export const domainStates: States<MailDomain['state']> = {
  Waiting: state('Waits for its proof', 'waiting'),
  Proved: state('Proved', 'good'),
  Operator: state('Added by the operator', 'good'),
}

export const problems = {
  NoRecord:
    'There is no TXT record of this name yet. It can take some hours until a new one is seen everywhere.',
  OtherRecord: 'There is a TXT record of this name, but with another value. Add one with exactly this value.',
  NoAnswer:
    'No name server answered. Try again later; if it stays so, tell the operator of this installation.',
} as const satisfies Record<NonNullable<MailDomain['lastCheck']>['problem'], string>

export const texts = {
  title: 'Mail domains',
  lead: 'The domains of your people’s email addresses: what comes after the @.',
  effects: 'What a mail domain does',
  effectsList: [
    'People with an address in it are sent to your identity provider to sign in, once one is in use.',
    'Your identity provider can provision people with an address in it.',
    'No other organisation of this installation can invite an address in it.',
  ],
  effectsNot:
    'People with other addresses can still be invited. Mail is sent from the address of the installation.',
  domains: 'Your domains',
  none: 'Your organisation has no mail domain yet.',
  since: (when: string) => `Since ${when}`,
  named: (when: string) => `Named ${when}`,
  publish:
    'Publish this TXT record in the domain, where its name servers are managed, and check it here then.',
  recordName: (domain: string) => `Name of the record for ${domain}`,
  recordValue: (domain: string) => `Value of the record for ${domain}`,
  lastChecked: (when: string) => `Last checked ${when}`,
  check: 'Check now',
  checkOf: (domain: string) => `Check the record of ${domain}`,
  proved: (domain: string) => `${domain} is proved, and a mail domain of your organisation from now on.`,
  remove: 'Remove',
  removeOf: (domain: string) => `Remove ${domain}`,
  removeTitle: (domain: string) => `Remove ${domain}?`,
  removeLead:
    'People with an address in it sign in with a password or a passkey then, and are no longer provisioned. To add it again, it has to be proved again.',
  withdrawLead: 'It has not been proved and has no effect. You can name it again, with another record.',
  removed: (domain: string) => `${domain} was removed.`,
  add: 'Add a domain',
  domain: 'Domain',
  domainHint: 'Such as acme.example, without @. Each subdomain is a domain of its own.',
  addConfirm: 'Add',
} as const
