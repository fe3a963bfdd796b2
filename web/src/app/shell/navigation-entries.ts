// Where one can go, by what one may do. An entry is shown only when its page is there: a page is added in its feature's
// routes.
import {
  IconBellCog,
  IconBuilding,
  IconBuildingBank,
  IconCalendarEvent,
  IconChartBar,
  IconChecklist,
  IconClock,
  IconEyeOff,
  IconFileCheck,
  IconFileImport,
  IconFiles,
  IconForms,
  IconHeartbeat,
  IconHistory,
  IconHome,
  IconInbox,
  IconListCheck,
  IconList,
  IconLock,
  IconMail,
  IconMessageQuestion,
  IconPackageExport,
  IconPlugConnected,
  IconProgress,
  IconReceipt,
  IconRosetteDiscountCheck,
  IconSend,
  IconShieldLock,
  IconTrash,
  IconUserShield,
  IconUsersGroup,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react'
import { hasFeature, kindOf, type Me } from '../../components/me-context.ts'
import { listRoute } from '../../lib/addresses/route-of.ts'
import { kinds } from '../../lib/kinds.ts'
import { capitalised } from '../../lib/words.ts'
import { kindEntries } from '../kind-entries.ts'

interface Entry {
  /** The hash route. */
  readonly to: string
  readonly label: string
  readonly icon: Icon
  /** The sequence of keys that goes there. */
  readonly key?: string
}

export interface Section {
  readonly title?: string
  /** Its pages are there as well. Such a section is folded away while none of its pages is open. */
  readonly foldsBelow?: string
  readonly entries: readonly Entry[]
}

interface Choice extends Entry {
  readonly shown: (me: Me) => boolean
}

const legal = (me: Me) => kindOf(me) === 'legal'
const business = (me: Me) => kindOf(me) === 'business'
const firm = (me: Me) => kindOf(me) === 'law firm'
const admin = ({ can }: Me) => can.administer
const payer = ({ can, organization }: Me) => can.administer && organization.type === 'Customer'
const feature =
  (name: Me['features'][number], ...kinds: readonly ((me: Me) => boolean)[]) =>
  (me: Me) =>
    hasFeature(me, name) && kinds.some((is) => is(me))

const work: readonly Choice[] = [
  { to: '/', label: 'Home', icon: IconHome, key: 'g h', shown: () => true },
  {
    to: '/department',
    label: 'My department',
    icon: IconUsersGroup,
    key: 'g l',
    shown: ({ can }) => can.leadDepartment,
  },
  {
    to: '/ask',
    label: 'Ask legal',
    icon: IconMessageQuestion,
    key: 'g a',
    shown: feature('MATTER_INTAKE', business),
  },
  {
    to: '/requests',
    label: 'My requests',
    icon: IconSend,
    key: 'g r',
    shown: feature('MATTER_INTAKE', business),
  },
  {
    to: '/approvals',
    label: 'Approvals',
    icon: IconFileCheck,
    key: 'g p',
    shown: feature(kinds.contract.feature, business, legal),
  },
  {
    to: '/intake',
    label: 'Intake',
    icon: IconInbox,
    key: 'g i',
    shown: (me) => hasFeature(me, 'MATTER_INTAKE') && me.can.manageIntake && !firm(me),
  },
  ...kindEntries.map(({ names, icon, listKey }) => ({
    to: listRoute(names),
    label: capitalised(names.many),
    icon,
    key: listKey,
    shown: feature(names.feature, legal, firm),
  })),
  { to: '/tasks', label: 'Tasks', icon: IconChecklist, key: 'g t', shown: feature('TASKS', legal, firm) },
  {
    to: '/dates',
    label: 'Key dates',
    icon: IconCalendarEvent,
    key: 'g d',
    shown: feature(kinds.contract.feature, legal),
  },
  { to: '/files', label: 'Files', icon: IconFiles, key: 'g f', shown: (me) => legal(me) || firm(me) },
  {
    to: '/invoices',
    label: 'Invoices',
    icon: IconReceipt,
    key: 'g b',
    shown: feature('INVOICES', legal, firm),
  },
  {
    to: '/reports',
    label: 'Reports',
    icon: IconChartBar,
    key: 'g o',
    shown: (me) => legal(me) || firm(me),
  },
]

const settings: readonly Choice[] = [
  { to: '/administration/first-steps', label: 'First steps', icon: IconListCheck, shown: admin },
  { to: '/administration/organisation', label: 'Organisation', icon: IconBuilding, shown: admin },
  { to: '/administration/mail', label: 'Mail', icon: IconMail, shown: admin },
  { to: '/administration/notifications', label: 'Notifications', icon: IconBellCog, shown: admin },
  { to: '/people', label: 'People', icon: IconUsersGroup, shown: admin },
  {
    to: '/administration/law-firms',
    label: 'Law firms',
    icon: IconBuildingBank,
    shown: payer,
  },
  { to: '/administration/roles', label: 'Roles', icon: IconUserShield, shown: admin },
  { to: '/administration/types', label: 'Types and forms', icon: IconForms, shown: admin },
  {
    to: '/administration/invoice-approvals',
    label: 'Invoice approvals',
    icon: IconReceipt,
    shown: feature('INVOICES', payer),
  },
  {
    to: '/administration/billing-guidelines',
    label: 'Billing guidelines',
    icon: IconReceipt,
    shown: feature(
      'INVOICES',
      ({ can, organization }) => can.manageInvoices && organization.type === 'Customer',
    ),
  },
  { to: '/administration/lists', label: 'Lists', icon: IconList, shown: admin },
  { to: '/administration/import', label: 'Import', icon: IconFileImport, shown: admin },
  { to: '/security', label: 'Sign-in', icon: IconShieldLock, shown: admin },
  { to: '/administration/seals', label: 'Seals', icon: IconRosetteDiscountCheck, shown: admin },
  {
    to: '/integration-clients',
    label: 'Integration clients',
    icon: IconPlugConnected,
    shown: ({ can }) => can.manageIntegrations,
  },
  { to: '/administration/bin', label: 'Bin', icon: IconTrash, shown: admin },
  { to: '/administration/holds', label: 'Legal holds', icon: IconLock, shown: admin },
  { to: '/administration/history', label: 'History', icon: IconHistory, shown: admin },
  {
    to: '/administration/webhooks',
    label: 'Webhooks',
    icon: IconWebhook,
    shown: ({ can }) => can.manageIntegrations,
  },
  { to: '/unattended', label: 'Records no one can open', icon: IconEyeOff, shown: admin },
  { to: '/administration/jobs', label: 'Background work', icon: IconProgress, shown: admin },
  {
    to: '/administration/health',
    label: 'Health',
    icon: IconHeartbeat,
    shown: ({ can }) => can.administerInstallation,
  },
  { to: '/administration/leaving', label: 'Export and deletion', icon: IconPackageExport, shown: admin },
]

const sandbox: readonly Entry[] = [
  { to: '/sandbox/outbox', label: 'Outbox', icon: IconMail },
  { to: '/sandbox/clock', label: 'Clock', icon: IconClock },
]

/** The sections of the navigation; `isThere` says whether a route has a page. */
export function sectionsFor(
  me: Me,
  environment: string,
  isThere: (route: string) => boolean,
): readonly Section[] {
  const shown = (choices: readonly Choice[]) =>
    choices.filter((choice) => choice.shown(me) && isThere(choice.to))
  const sections: readonly Section[] = [
    { entries: shown(work) },
    { title: 'Settings', foldsBelow: '/administration', entries: shown(settings) },
    { title: 'Sandbox', entries: environment === 'sandbox' ? sandbox : [] },
  ]
  return sections.filter(({ entries }) => entries.length > 0)
}
