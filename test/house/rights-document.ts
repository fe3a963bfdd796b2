// The table of rights as docs/access.md shows it.
import {
  type FirmRole,
  type OrganisationRole,
  recordRights,
  rightNeeds,
  rightOf,
} from '../../server/records/rights/rights-table.ts'
import { rightToV2 } from '../../server/records/v2/rights.wire.ts'

const columns: readonly OrganisationRole[] = [
  'owner',
  'manager',
  'administrator',
  'recordAdministrator',
  'legalMember',
  'colleague',
  'member',
]
const ofFirms: readonly FirmRole[] = ['owner', 'manager', 'administrator', 'member']

/** The lines of the table. */
export function rightsTableText(): string {
  const heads = [
    'right',
    'what',
    'on',
    ...columns.map((name) => headOf(name)),
    ...ofFirms.map((name) => `firm: ${name}`),
  ]
  const rows = recordRights.map((name) => {
    const { words, kinds, organisation, firms, opens, needs } = rightOf(name)
    const firm = (role: FirmRole) => {
      if (firms.includes(role)) return 'yes'
      if (!opens?.to.includes(role)) return ''
      return opens.unlessClosed ? 'unless closed' : 'if opened'
    }
    const own = columns.map((role) => (organisation.includes(role) ? 'yes' : ''))
    return [
      `\`${rightToV2(name)}\``,
      needs === undefined ? words : `${words}, ${rightNeeds[needs]}`,
      kinds.length === 2 ? 'both' : `${kinds[0]}s`,
      ...own,
      ...ofFirms.map(firm),
    ]
  })
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const headOf = (name: OrganisationRole): string =>
  ({
    owner: 'owner',
    manager: 'manager',
    administrator: 'administrator',
    recordAdministrator: 'administrators group',
    legalMember: 'member in legal',
    colleague: 'colleague',
    member: 'member',
  })[name]
