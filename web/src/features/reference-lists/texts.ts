// The texts of the pages of lists.
import { counted } from '../../lib/counted.ts'
import { kindNames } from '../../lib/kinds.ts'
import type { UserKind } from './reference-lists.ts'

const records = Object.fromEntries(kindNames.map(({ type, one, many }) => [type, [one, many]]))

/** What may use an entry, one and several of them. */
const users = {
  ...records,
  User: ['person', 'people'],
  Department: ['subdepartment', 'subdepartments'],
  MatterType: ['matter type', 'matter types'],
  ContractType: ['contract type', 'contract types'],
  RequestType: ['request type', 'request types'],
  ApprovalRule: ['approval rule', 'approval rules'],
  Field: ['default of a field', 'defaults of fields'],
  View: ['shared view', 'shared views'],
  ProvisionedGroup: ['group of your identity provider', 'groups of your identity provider'],
} as unknown as Readonly<Record<UserKind, readonly [string, string]>>

export const texts = {
  title: 'Lists',
  lead: 'What people choose from on forms, in filters and on records.',
  general: 'Of the organisation',
  ofFields: 'Options of fields',
  noFields: 'No field has options of its own yet.',
  entries: (count: number) => counted(count, 'entry', 'entries'),
  back: 'All lists',
  unknown: 'There is no such list.',
  lists: {
    departments: {
      title: 'Departments',
      addLabel: 'Add a department',
      lead: 'The parts of your organisation. People belong to one, and records name one.',
    },
    regions: {
      title: 'Regions',
      addLabel: 'Add a region',
      lead: 'Where your organisation works. Records name one.',
    },
    teams: {
      title: 'Teams',
      addLabel: 'Add a team',
      lead: 'Groups of people who look after records together: members see what is assigned to their team.',
    },
    contractGroups: {
      title: 'Groups of contract types',
      addLabel: 'Add a group',
      lead: 'Each contract type is in one group. They are offered in this order.',
    },
    contractParties: {
      title: 'Contract parties',
      addLabel: 'Add a party',
      lead: 'Companies and people that contracts are made with. Merge those that are there twice.',
    },
    tags: { title: 'Tags', addLabel: 'Add a tag', lead: 'Words that matters are grouped by.' },
    options: {
      addLabel: 'Add an option',
      lead: 'What people can choose in this field. A new name changes what they read, not what is stored.',
    },
  },
  find: 'Find in this list',
  found: (count: number) => counted(count, 'entry', 'entries'),
  none: 'This list is empty.',
  noneFound: 'Nothing in this list has these letters.',
  more: 'Show more',
  name: 'Name',
  description: 'Description',
  below: 'Part of',
  top: 'None: at the top',
  addConfirm: 'Add',
  added: (name: string) => `${name} was added.`,
  change: 'Change…',
  changeOf: (name: string) => `Change ${name}`,
  save: 'Save',
  cancel: 'Cancel',
  changed: (name: string) => `${name} was saved.`,
  acts: (name: string) => `What to do with ${name}`,
  moveUp: 'Move up',
  moveDown: 'Move down',
  handle: (name: string) => `Move ${name}: up and down with the arrow keys`,
  moved: (name: string, place: number) => `${name} is number ${place} now.`,
  orderHint: 'Drag an entry by its handle, or move it with the arrow keys.',
  partOf: (name: string) => `Part of ${name}`,
  unused: 'Not used',
  used: (count: number) => (count === 1 ? 'Used once' : `Used ${count.toLocaleString('en')} times`),
  usesOf: (name: string) => `What uses ${name}`,
  usesTitle: (name: string) => `What uses “${name}”`,
  usesNone: 'Nothing uses it.',
  bin: 'Records in the bin are counted, as they may come back.',
  count: (by: UserKind, count: number) => counted(count, ...users[by]),
  inList: (many: string) => `Show them in the list of ${many}`,
  others: (count: number) =>
    count === 1
      ? 'and one more that is not shown here'
      : `and ${count.toLocaleString('en')} more that are not shown here`,
  replace: 'Replace by another…',
  merge: 'Merge into another…',
  remove: 'Delete',
  removeUsed: 'Delete…',
  removed: (name: string) => `${name} was deleted.`,
  replaceTitle: (name: string) => `Replace “${name}” and delete it`,
  mergeTitle: (name: string) => `Merge “${name}” into another`,
  replaceLead:
    'Everything below gets the entry that you choose, with a line in its history. This cannot be undone at once.',
  into: 'Replace it by',
  intoHint: 'Type to find another entry.',
  similar: 'Called much the same',
  replaceConfirm: (name: string | undefined) =>
    name === undefined ? 'Replace and delete' : `Replace by ${name}`,
  replaced: (from: string, into: string) => `${into} took the place of ${from}.`,
  searching: 'Searching…',
  nothingFound: 'Nothing found',
  duplicates: 'Probably the same',
  duplicatesLead: 'Their names differ in punctuation, spacing or legal form only.',
  duplicatesKeep: (name: string) => `Keep ${name}`,
  duplicatesMerge: (from: string, into: string) => `Merge ${from} into ${into}`,
  members: 'Members',
  membersOf: (name: string) => `Members of ${name}`,
  membersNone: 'Nobody is in this team.',
  addMember: 'Add somebody',
  removeMember: 'Take off',
  removeMemberOf: (name: string) => `Take ${name} off the team`,
  memberAdded: (name: string) => `${name} is in the team.`,
  memberRemoved: (name: string) => `${name} is no longer in the team.`,
}
