// The tables that explain names which the product declares, each with what is declared: a table that leaves out a name,
// or has one that is gone, is wrong. Not here are tables that are generated, and those with a test of their own.
import { conflictResolutions } from '../../../server/files/file.ts'
import { type FieldMeaning, fieldMeanings, typesOfMeaning } from '../../../server/fields/meaning.ts'
import { defaultPermissions } from '../../../server/identity/users/user.ts'
import { guidelineRules } from '../../../server/invoices/guidelines/registry.ts'
import { severities } from '../../../server/invoices/guidelines/rule.ts'
import {
  defaultWays,
  type NotificationKind,
  notificationKinds,
  type NotificationWay,
} from '../../../server/notifications/notification.ts'
import { type Permission, permissions, type Role, roles } from '../../../server/platform/actor.ts'
import {
  isOfOrganisation,
  type Topic,
  topicRules,
  topics,
  topicsOfV1,
} from '../../../server/platform/events/topics.ts'
import { reportLists } from '../../../server/reports/report-lists.ts'
import { searchTypes } from '../../../server/search/found.ts'
import { enumOf, propertiesOf } from './declared.ts'
import { namesIn, type Table, tablesOf } from './markdown.ts'

/** The first column of the tables of a page that begin with this head. */
interface NamedTable {
  readonly page: string
  /** How the line of its head begins. */
  readonly head: string
  readonly names: readonly string[]
  /** Names of the declaration that are explained elsewhere, and others that the table has. */
  readonly but?: readonly string[]
  /** What another column says of a name, by its head. */
  readonly says?: { readonly head: string; readonly of: (name: string) => string }
}

const ways: Readonly<Record<NotificationWay, string>> = {
  Off: 'off',
  InApp: 'in the app',
  Mail: 'mail',
  Digest: 'digest',
}
const parents: NamedTable['says'] = {
  head: 'parent',
  of: (name) => (topicRules[name as Topic].parentIncluded ? 'yes' : 'no'),
}
function grantedTo(granted: readonly Permission[]): string {
  const others = permissions.filter((name) => !granted.includes(name))
  if (granted.length > others.length) return `all but ${others.join(' and ')}`
  return granted.length === 0 ? 'none' : granted.join(', ')
}

const factKinds = enumOf('DocumentFacts', 'facts', 'kind')
const topicsOfV2 = topics.filter((topic) => !topicsOfV1.includes(topic))

const measuresOf = (list: string): readonly string[] =>
  reportLists
    .filter(({ name }) => name === list)
    .flatMap(({ reportable }) => Object.keys(reportable(new Date(0)).measures))

// `count` is explained for all lists at once, where it is the number of rows
const measures = (head: string, list: string, but: readonly string[] = ['count']): NamedTable => ({
  page: 'docs/reports.md',
  head,
  names: measuresOf(list),
  but,
})

export const namedTables: readonly NamedTable[] = [
  {
    page: 'docs/access.md',
    head: 'role | for',
    names: roles,
    says: { head: 'default permissions', of: (name) => grantedTo(defaultPermissions[name as Role]) },
  },
  { page: 'docs/access.md', head: 'permission | what', names: permissions },
  // what is done without a choice
  { page: 'docs/files.md', head: '`conflictResolution`', names: conflictResolutions, but: ['absent'] },
  { page: 'docs/search.md', head: 'type | what', names: searchTypes },
  // not read yet
  {
    page: 'docs/search.md',
    head: 'state of a version',
    names: enumOf('FileVersionText', 'state'),
    but: ['Pending'],
  },
  {
    page: 'docs/wizards.md',
    head: 'meaning | types',
    names: fieldMeanings,
    says: { head: 'types of field', of: (name) => typesOfMeaning[name as FieldMeaning].join(', ') },
  },
  { page: 'docs/money.md', head: 'rule | finds', names: guidelineRules.map(({ name }) => name) },
  { page: 'docs/money.md', head: 'severity | what', names: severities },
  {
    page: 'docs/notifications.md',
    head: 'kind | of what',
    names: notificationKinds,
    says: { head: 'unless one chooses otherwise', of: (name) => ways[defaultWays[name as NotificationKind]] },
  },
  { page: 'docs/webhooks.md', head: 'topic | parent', names: topicsOfV1, says: parents },
  {
    page: 'docs/webhooks.md',
    head: 'topic of v2 | parent',
    names: topicsOfV2.filter((topic) => !isOfOrganisation(topic)),
    says: parents,
  },
  { page: 'docs/webhooks.md', head: 'topic of v2 | what', names: topicsOfV2.filter(isOfOrganisation) },
  { page: 'docs/webhooks.md', head: 'state | meaning', names: enumOf('WebhookDelivery', 'state') },
  { page: 'docs/webhooks.md', head: 'property | rule', names: ['topics', 'subscriptionUrl', 'clientState'] },
  // the others are explained under *Ways in*
  {
    page: 'docs/signing-in.md',
    head: 'property | meaning',
    names: propertiesOf('SignInPolicyChanges'),
    but: ['passwords', 'administratorNetworks', 'breakGlassAccount'],
  },
  { page: 'docs/document-facts.md', head: 'kind | properties', names: factKinds },
  measures('of invoices |', 'invoices', []),
  measures('of lines of invoices |', 'invoiceLines'),
  measures('of matters |', 'matters'),
  measures('of `plannedBudgets`', 'plannedBudgets'),
  measures('of `exposures`', 'exposures'),
  measures('of `legalCosts`', 'legalCosts'),
  measures('of `insideCosts`', 'insideCosts'),
  measures('of `moneyByDate`', 'moneyByDate'),
  measures('of contracts |', 'contracts'),
  measures('of key dates |', 'keyDates', []),
]

/** What a page leaves out of its named tables, and what it has that is not declared, as sentences. */
export function wrongNames(table: NamedTable, text: string): readonly string[] {
  const { head, names, but = [] } = table
  const found = tablesOf(text).filter(({ heads }) => `${heads.join(' | ')} |`.startsWith(head))
  const [shown] = found
  if (!shown || found.length > 1) return [`there are ${found.length} tables with the head "${head}"`]
  const said = shown.rows.flatMap(({ cells: [cell = ''] }) => namesOfCell(cell))
  const twice = said.filter((name, index) => said.indexOf(name) !== index)
  return [
    ...names
      .filter((name) => !said.includes(name) && !but.includes(name))
      .map((name) => `${name} is missing`),
    ...said
      .filter((name) => !names.includes(name) && !but.includes(name))
      .map((name) => `there is no ${name}`),
    ...twice.map((name) => `${name} is there twice`),
    ...wrongCells(table, shown),
  ].map((sentence) => `the table "${head}": ${sentence}`)
}

function wrongCells({ names, says }: NamedTable, { heads, rows }: Table): readonly string[] {
  if (!says) return []
  const column = heads.indexOf(says.head)
  if (column < 0) return [`there is no column ${says.head}`]
  return rows.flatMap(({ cells }) =>
    namesOfCell(cells[0] ?? '')
      .filter((name) => names.includes(name) && cells[column] !== says.of(name))
      .map((name) => `of ${name} "${says.head}" is ${says.of(name)}, not ${cells[column]}`),
  )
}

const namesOfCell = (cell: string): readonly string[] => {
  const names = namesIn(cell)
  return names.length > 0 ? names : cell.split(/,\s*/).filter((word) => word !== '')
}
