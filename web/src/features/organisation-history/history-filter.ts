// What the history of the organisation is filtered by, in the address and as the API's filter.
import { kindNames } from '../../lib/kinds.ts'
import { capitalised } from '../../lib/words.ts'

/** What the address says. */
export type HistorySearch = Partial<Record<'person' | 'acts' | 'record' | 'from' | 'to', string | undefined>>

interface Acts {
  readonly label: string
  readonly filter: string
}

const beginningWith = (...beginnings: readonly string[]) =>
  beginnings.map((each) => `startswith(Action,'${each}')`).join(' or ')
const endingWith = (...ends: readonly string[]) =>
  ends.map((each) => `endswith(Action,'${each}')`).join(' or ')

/** The groups of acts that are offered, by their name in the address. */
export const actGroups: Readonly<Record<string, Acts>> = {
  ...Object.fromEntries(
    kindNames.map(({ one, many }): [string, Acts] => [
      many,
      { label: capitalised(many), filter: `Record/Type eq '${one}'` },
    ]),
  ),
  deletions: { label: 'Deletions', filter: endingWith('.deleted', '.purged') },
  holds: { label: 'Legal holds', filter: endingWith('.hold.set', '.hold.ended') },
  access: {
    label: 'Who may see what',
    filter: endingWith('.member.added', '.member.removed', '.takenOver', '.privacy.changed'),
  },
  people: { label: 'People and teams', filter: beginningWith('user.', 'team.') },
  signIn: {
    label: 'Sign-in',
    filter: beginningWith(
      'sign-in-policy.',
      'password-sign-in.',
      'identity-provider.',
      'saml-key.',
      'provision',
      'mail-domain.',
      'user.signed-',
    ),
  },
  integrations: {
    label: 'Integrations and webhooks',
    filter: beginningWith('client.', 'consent.', 'grant.', 'subscription.'),
  },
  types: {
    label: 'Types, fields and forms',
    filter: beginningWith(
      'contractTemplate.',
      'clause.',
      'matterCategory.',
      'requestType.',
      'field.',
      'form.',
      'task',
    ),
  },
  organisation: {
    label: 'Organisation, exports and imports',
    filter: beginningWith('organisation.', 'import.'),
  },
}

/** The record that the address names, such as `matter 3`; undefined for anything else. */
export function recordIn(
  text: string | undefined,
): { readonly one: string; readonly id: number } | undefined {
  const [, one = '', id = ''] = /^([a-z]+) (\d{1,9})$/.exec(text ?? '') ?? []
  return kindNames.some((kind) => kind.one === one) ? { one, id: Number(id) } : undefined
}

const uuid = /^[0-9a-f-]{36}$/i
const day = /^\d{4}-\d\d-\d\d$/

/** `startOf` is the instant at which a day begins for the person. */
export function filterOf(search: HistorySearch, startOf: (day: string) => string): string | undefined {
  const { person = '', acts = '', record, from = '', to = '' } = search
  const found = recordIn(record)
  const group = Object.hasOwn(actGroups, acts) ? actGroups[acts] : undefined
  const parts = [
    ...byPerson('User/Id', person),
    ...(group ? [`(${group.filter})`] : []),
    ...(found ? [`Record/Type eq '${found.one}'`, `Record/Id eq ${found.id}`] : []),
    ...betweenDays('At', { from, to }, startOf),
  ]
  return parts.length === 0 ? undefined : parts.join(' and ')
}

/** The condition that a person has done something; none where the address names nobody. */
export const byPerson = (property: string, person = ''): readonly string[] =>
  uuid.test(person) ? [`${property} eq '${person}'`] : []

/** The conditions that something happened on one of these days, as far as they are given. */
export const betweenDays = (
  property: string,
  { from = '', to = '' }: { readonly from?: string | undefined; readonly to?: string | undefined },
  startOf: (day: string) => string,
): readonly string[] => [
  ...(day.test(from) ? [`${property} ge ${startOf(from)}`] : []),
  ...(day.test(to) ? [`${property} lt ${startOf(dayAfter(to))}`] : []),
]

function dayAfter(text: string): string {
  const next = new Date(`${text}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString().slice(0, 10)
}
