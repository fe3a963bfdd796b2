// The texts of the pages of types.
import { counted } from '../../lib/counted.ts'

/** More are not counted. */
const MOST = 1_000

interface Promised {
  readonly answerWithinDays: number | null
  readonly answerWithinHours: number | null
}

export const typesTexts = {
  title: 'Types and forms',
  lead: 'What people can open, bring and ask for, and what they fill in.',
  clauses: 'Clauses',
  fields: 'Fields',
  statusNames: 'Names of statuses',
  sets: 'Starter sets',
  setsLead:
    'Types with their forms, templates and requests, to begin with. Everything in them can be changed afterwards; what you have by its name stays as it is.',
  setThere: 'Added',
  setPart: 'Partly there',
  addSet: (title: string) => `Add the set “${title}”`,
  setAdds: 'What it adds',
  setAddsOf: (title: string) => `What the set “${title}” adds`,
  setTemplates: 'Drafted from a template',
  setRules: 'Approval, by you until you name others',
  setStatuses: 'Names of statuses',
  setFields: 'Fields',
  setAdded: (title: string, count: number) => `${title}: ${counted(count, 'type')} added.`,
  matterTypes: 'Matter types',
  matterTypesNone: 'There are none yet. A matter needs one.',
  contractTypes: 'Contract types',
  contractTypesNone: 'There are none yet. A contract needs one.',
  requestTypes: 'Request types',
  requestTypesLead: 'What business people can ask the legal department for.',
  requestTypesNone: 'There are none yet: nobody can ask for anything.',
  shared: 'Fields of all records',
  sharedLead: 'What every matter and every contract shows, whatever its type.',
  notShownTitle: (to: string) => `Asked, but not on the form “${to}”`,
  notShownField: (label: string, on: readonly string[]) =>
    `${label} (asked on ${on.map((form) => `“${form}”`).join(' and ')})`,
  notShown: (one: string, to: string) =>
    `The page of a ${one} shows the answers under “Given when it was made”, where nobody can correct them. On the form “${to}” they can be changed.`,
  showOn: (count: number, to: string) => (count === 1 ? `Put it on “${to}”` : `Put them on “${to}”`),
  nowShown: (to: string) => `“${to}” has them now.`,
  sharedOf: (many: string) => `Fields of all ${many}`,
  name: 'Name',
  group: 'Group',
  groupHint: 'Types that belong together. A new name makes a new group.',
  category: 'Kind of business',
  categories: { Sales: 'Sales', Purchasing: 'Purchasing', Commercial: 'Commercial' },
  addMatterType: 'Add a matter type',
  addContractType: 'Add a contract type',
  addRequestType: 'Add a request type',
  add: 'Add',
  below: 'Below',
  atTop: 'None: at the top',
  off: 'Off',
  turnOff: 'Turn off',
  turnOffOf: (name: string) => `Turn off ${name}`,
  turnedOff: (name: string) => `${name} is off: nothing new can have it.`,
  turnOn: 'Turn on',
  turnOnOf: (name: string) => `Turn on ${name}`,
  turnedOn: (name: string) => `${name} is on.`,
  remove: 'Delete',
  removeOf: (name: string) => `Delete ${name}`,
  removeTitle: (name: string) => `Delete ${name}?`,
  removeLead: 'Nothing has this type. Its forms, template and rules go with it, for good.',
  removed: (name: string) => `${name} was deleted.`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  used: (count: number, one: string, many: string) =>
    count >= MOST
      ? `${counted(MOST, one, many)} or more`
      : count === 0
        ? 'not used'
        : counted(count, one, many),
  withTemplate: 'template',
  withRules: 'approval',
  promised: ({ answerWithinDays: days, answerWithinHours: hours }: Promised): readonly string[] => [
    ...(typeof days === 'number' ? [`answer within ${counted(days, 'working day')}`] : []),
    ...(typeof hours === 'number' ? [`answer within ${counted(hours, 'working hour')}`] : []),
  ],
  makes: (type: string) => `makes ${type}`,
  back: 'All types',
  gone: 'There is no such type',
  general: 'General',
  description: 'What it is for',
  descriptionHint: 'Shown to administrators, in the list of types and on its page.',
  parent: 'Below',
  team: 'Team',
  teamHint: 'New ones that name no team get it.',
  noTeam: 'None',
  teamRequired: 'Each needs a team',
  manager: 'Manager',
  managerHint: 'New ones that name no manager get them.',
  restricted: 'New ones are restricted to their people',
  urgent: 'New ones are urgent',
  amends: 'Contracts of this type amend the contract above them',
  signedCopyRequired: 'They are executed only with a signed copy and the names of those who signed',
  save: 'Save',
  saved: 'Saved.',
  form: 'Form',
  forms: 'Forms',
  whichForm: 'Which form',
} as const
