// Where one can go, by what one may do. An entry is shown only when its page is there: a page is added in its feature's
// routes. The settings are in `settings-entries.ts`.
import {
  IconCalendarEvent,
  IconChartBar,
  IconChecklist,
  IconClock,
  IconFileCheck,
  IconFiles,
  IconHome,
  IconInbox,
  IconMail,
  IconMessageQuestion,
  IconReceipt,
  IconSend,
  IconUsersGroup,
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
  /** Its entries are on their way. */
  readonly isLoading?: boolean
  readonly entries: readonly Entry[]
}

/** An entry, and who sees it. */
export interface Choice extends Entry {
  readonly shown: (me: Me) => boolean
}

const legal = (me: Me) => kindOf(me) === 'legal'
const business = (me: Me) => kindOf(me) === 'business'
const firm = (me: Me) => kindOf(me) === 'law firm'
/** Shown to these kinds of people where the organisation has the feature. */
export const feature =
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

const sandbox: readonly Entry[] = [
  { to: '/sandbox/outbox', label: 'Outbox', icon: IconMail },
  { to: '/sandbox/clock', label: 'Clock', icon: IconClock },
]

/** Whether any of the settings may be for this person. */
export const mayHaveSettings = ({ can }: Me): boolean =>
  can.administer ||
  can.administerInstallation ||
  can.manageIntegrations ||
  can.manageInvoices ||
  can.seeInsideCosts

/** What decides which entries are there. */
interface Situation {
  readonly me: Me
  readonly environment: string
  /** Whether a route has a page. */
  readonly isThere: (route: string) => boolean
  /** Undefined while they are being loaded. */
  readonly settings: readonly Choice[] | undefined
}

/** The sections of the navigation. That of the settings is there, folded away, before its entries are. */
export function sectionsFor({ me, environment, isThere, settings }: Situation): readonly Section[] {
  const shown = (choices: readonly Choice[]) =>
    choices.filter((choice) => choice.shown(me) && isThere(choice.to))
  const isLoading = settings === undefined && mayHaveSettings(me)
  const sections: readonly Section[] = [
    { entries: shown(work) },
    { title: 'Settings', foldsBelow: '/administration', isLoading, entries: shown(settings ?? []) },
    { title: 'Sandbox', entries: environment === 'sandbox' ? sandbox : [] },
  ]
  return sections.filter((section) => section.entries.length > 0 || section.isLoading)
}
