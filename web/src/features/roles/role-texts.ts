// The texts of the pages of roles, with every role, permission and group in plain words.
import { counted } from '../../lib/counted.ts'
import type { Abilities, Permission, PersonAbilities, RecordGroup, Role } from './roles.ts'

interface Words {
  readonly label: string
  readonly hint: string
}

/** What each permission allows, in the order in which they are offered. */
export const permissionWords: Readonly<Record<Permission, Words>> = {
  CreateMatters: { label: 'Create matters', hint: 'Open new matters, and ask for legal work.' },
  ContractCreator: {
    label: 'Create contracts',
    hint: 'From a template, or from a document of the counterparty.',
  },
  ManageIntake: { label: 'Manage intake', hint: 'See and assign requests that no one has taken on yet.' },
  ManageInvoices: {
    label: 'Manage invoices',
    hint: 'Write, review, approve, pay and void invoices of the matters they see.',
  },
  ManageIntegrations: {
    label: 'Manage integrations',
    hint: 'Register integration clients and webhooks, and end them.',
  },
  DeleteOwn: {
    label: 'Delete what they added',
    hint: 'Records, files and tasks, where they may change them.',
  },
  SeeAllSpend: {
    label: 'See all spend',
    hint: 'In reports, amounts of matters that they do not see, without contents.',
  },
  ManageInsideCosts: {
    label: 'Keep inside costs',
    hint: 'Enter what the department itself costs, and see it.',
  },
  DeleteAll: {
    label: 'Delete what anyone added',
    hint: 'Records, files and tasks of others, where they may change them.',
  },
}

/** What each group allows. */
export const groupWords: Readonly<Record<RecordGroup, Words>> = {
  MatterAdministrators: {
    label: 'All matters',
    hint: 'See and change every matter that is not restricted.',
  },
  ContractAdministrators: {
    label: 'All contracts',
    hint: 'See and change every contract that is not restricted.',
  },
}

const roles: Readonly<Record<Role, string>> = {
  Administrator: 'Administrator',
  InhouseLegal: 'Lawyer of the legal department',
  Contributor: 'Contributor',
  Standard: 'Business user',
  External: 'Guest',
  MatterManager: 'Matter manager of a law firm',
}

const roleHints: Readonly<Record<Role, string>> = {
  Administrator: 'Runs the organisation: people, types, lists and settings.',
  InhouseLegal: 'Works on the records they see.',
  Contributor: 'Works on the records they see, with the lawyers.',
  Standard: 'Asks legal for help, and reads and adds to what they are put on.',
  External: 'Reads and adds to what they are put on.',
  MatterManager: 'Works for a law firm, and bills on its matters.',
}

/** The name of a role, permission or group. */
export const rightLabel = (right: string): string =>
  permissionWords[right as Permission]?.label ??
  groupWords[right as RecordGroup]?.label ??
  roles[right as Role] ??
  right

type Part = Abilities[number]['rights'][number]['as'][number]
type Visibility = Abilities[number]['sees'][number]

const partWords: Readonly<Record<Exclude<Part, 'Reader'>, string>> = {
  Intake: 'waiting in intake',
  Member: 'member',
  Manager: 'manager',
  Owner: 'owner',
}

/** `As owner or manager`; for everyone who sees it, `On every matter they see`. */
function partsText(parts: readonly Part[], one: string): string {
  if (parts.includes('Reader')) return `On every ${one} they see`
  const own = parts.flatMap((part) => (part === 'Intake' || part === 'Reader' ? [] : [partWords[part]]))
  const as = own.length > 0 ? [`As ${own.toReversed().join(' or ')}`] : []
  const intake = parts.includes('Intake') ? [`${as.length > 0 ? 'while' : 'While'} it waits in intake`] : []
  return [...as, ...intake].join(', or ')
}

const visibilityWords: Readonly<Record<Visibility, (many: string) => string>> = {
  Everything: (many) => `every one of the ${many} that is not restricted`,
  Team: (many) => `the ${many} of their teams`,
  Intake: (many) => `${many} that wait in intake`,
}

type Origin = PersonAbilities['origins'][number]

const originText = ({ from, name }: Origin): string =>
  ({
    Role: 'comes with their role',
    CustomRole: `comes from the role “${name ?? ''}”`,
    IdentityProvider: `comes from the group “${name ?? ''}” of the identity provider`,
    Person: 'given to this person',
  })[from]

export const roleTexts = {
  title: 'Roles',
  lead: 'Sets of permissions with a name. Change a role, and everyone who has it follows at once.',
  own: 'Roles of your organisation',
  none: 'There is none yet: people have one of the roles below, each with permissions of their own.',
  add: 'Add a role',
  built: 'Roles that are always there',
  builtLead: 'Every role of your organisation is made from one of these.',
  defaults: 'Permissions to begin with',
  defaultsNone: 'None.',
  people: (count: number) => counted(count, 'person', 'people'),
  newTitle: 'Add a role',
  back: 'Roles',
  name: 'Name',
  description: 'What it is for',
  base: 'Made from',
  baseHint: 'Integrations know it by this role.',
  permissions: 'Permissions',
  groups: 'Sees everything of a kind',
  save: 'Save',
  create: 'Add the role',
  saved: 'Saved. Everyone with this role follows from now on.',
  who: 'Who has it',
  whoNone: 'No one has it yet. Give it to someone on their page, or when you invite them.',
  more: 'Show more',
  delete: 'Delete…',
  deleteTitle: (name: string) => `Delete the role “${name}”?`,
  deleteUnused: 'No one has it.',
  deleteUsed: (count: number) =>
    `${counted(count, 'person has', 'people have')} this role. They get another one instead, all at once.`,
  instead: 'What they get instead',
  deleteConfirm: 'Delete',
  deleted: (name: string) => `The role “${name}” was deleted.`,
  may: 'What they may do',
  mayLead: 'This is read from the rules that every click and every call is checked by.',
  mayNothing: (many: string) => `Nothing with ${many}, unless they are put on one.`,
  sees: (many: string, visibilities: readonly Visibility[]) =>
    visibilities.length === 0
      ? `They see the ${many} they are put on.`
      : `They see the ${many} they are put on, and ${visibilities.map((visibility) => visibilityWords[visibility](many)).join(' and ')}.`,
  parts: partsText,
  because: (because: readonly string[]) =>
    because.length === 0
      ? 'whatever their role'
      : `because of: ${because.map((each) => (each === 'Role' ? 'their role' : rightLabel(each))).join(', ')}`,
  origin: originText,
  rights: 'Role and permissions',
  change: 'Change…',
  changeTitle: (name: string) => `Role and permissions of ${name}`,
  madeFrom: (role: Role) => `a role of your organisation, made from ${roles[role]}`,
  rightsLead: (name: string) => `What ${name} may do follows this role.`,
  role: 'Role',
  custom: 'Roles of your organisation',
  always: 'Other roles',
  rightsSaved: (name: string) => `What ${name} may do has changed, from their next click on.`,
  roles,
  roleHints,
  properties: {
    name: 'Name',
    description: 'What it is for',
    role: 'Made from',
    permissions: 'Permissions',
    groups: 'Sees everything of a kind',
  } as Readonly<Record<string, string>>,
} as const
