// The texts of what only contract types have: templates and approval.
import { counted } from '../../../lib/counted.ts'

interface Meant {
  readonly label: string
  readonly mergeName: string
  readonly write: string
  readonly onForm?: boolean
}

export const templateTexts = {
  tab: 'Template',
  lead: 'A Word document in which placeholders such as {Counterparty} stand for the answers of the form “From the template”.',
  none: 'This type has no template: its contracts are made from documents that people bring.',
  drop: 'Drop a Word document here, or',
  choose: 'choose a file',
  reading: 'Reading the document…',
  current: 'The template',
  download: 'Download it',
  remove: 'Remove the template…',
  removeTitle: 'Remove the template?',
  removeLead:
    'Contracts of this type are then made from documents only. Contracts that are there stay as they are.',
  removeConfirm: 'Remove',
  removed: 'The template was removed.',
  chosen: (name: string) => `Placeholders of ${name}`,
  use: 'Use this document',
  used: 'The document is the template now.',
  giveUp: 'Another document',
  names: 'What it asks for',
  noNames: 'It has no placeholders: every contract will read the same.',
  blanksTitle: 'Words in square brackets',
  blanks: (count: number) =>
    `It has ${counted(count, 'place')} in square brackets, which nobody is asked to fill in. Write a placeholder instead of each that an answer belongs in.`,
  blank: ({ write, label, onForm }: Meant) =>
    onForm
      ? `Write {${write}} instead.`
      : `Add “${label}” to the form “From the template”, and write {${write}} instead.`,
  blankOfNothing:
    'No field has such a name: add one to the form “From the template”, and write its name in braces.',
  moreBlanks: (count: number) => `and ${count} more`,
  field: (label: string) => `answers “${label}”`,
  section: 'a section of the form',
  own: 'known of every contract',
  nothing: 'refers to nothing',
  meant: (label: string) => `“${label}” was probably meant.`,
  mend: (name: string) => `Write {${name}} in the document, and drop it again.`,
  notOnForm: (label: string) => `“${label}” is not on the form “From the template”.`,
  possible: (fields: readonly Meant[]) =>
    `It may be any of these: write ${fields.map(({ mergeName, label }) => `{${mergeName}} for “${label}”`).join(' or ')}.`,
  addToForm: (label: string) => `Add “${label}” to the form`,
  added: (label: string) => `“${label}” is on the form now.`,
  mendNothing:
    'Write the name of a field of the form in its place, or remove it, and drop the document again.',
  broken: (count: number) =>
    `${counted(count, 'placeholder')} ${count === 1 ? 'refers' : 'refer'} to nothing, so the document cannot be used yet.`,
  unused: 'On the form, and not in the document',
  try: 'Try it',
  tryLead: 'What is missing stands in square brackets. Nothing is stored.',
} as const

export const placeholderTexts = {
  title: 'How placeholders are written',
  lead: 'Write the name of a field in braces where its answer goes. Capitals and spaces do not matter.',
  examples: [
    ['{Counterparty}', 'The answer to “Counterparty”.'],
    ['{#Renewal}It renews for {Renewal}.{/Renewal}', 'The text between, if “Renewal” is answered or is Yes.'],
    ['{^Renewal}It does not renew.{/Renewal}', 'The text between, if “Renewal” is not answered or is No.'],
    ['{#Law=Norway}Oslo District Court{/}', 'The text between, if the answer to “Law” is Norway.'],
    ['{#Sites}at {.}{/Sites}', 'The text between, once for each choice of “Sites”.'],
  ],
  names: 'Names that this type knows. Click one to copy it:',
  noFields:
    'Its form “From the template” asks nothing yet: add fields on the tab “Forms” to have more names.',
  copy: (name: string) => `Copy ${name}`,
} as const

export const noticeTemplateTexts = {
  title: 'Notice that ends a contract',
  source: {
    ContractType: 'Notices of this type are made from a document of its own.',
    Organization: 'Notices of this type are made from the document of your organisation.',
    BuiltIn:
      'Notices of this type are made with the built-in text. A Word document of yours can take its place.',
  },
  known: (names: string) => `Placeholders: ${names}, and the titles of fields.`,
  scope: 'For which types',
  forType: 'For this type',
  forAll: 'For all without their own',
  drop: 'Drop a Word document here, or',
  choose: 'choose a file',
  chooseNotice: 'Choose the document of the notice',
  reading: 'Reading the document…',
  used: 'Notices are made from this document now.',
  download: 'Download it',
  downloadBuiltIn: 'Download the built-in text to start from',
  remove: { ContractType: 'Remove it…', Organization: 'Remove that of your organisation…' },
  removeTitle: 'Remove the document of the notice?',
  removeLead: {
    ContractType:
      'Notices of this type are then made from the document of your organisation, or with the built-in text.',
    Organization: 'Notices of all types without a document of their own then have the built-in text.',
  },
  removeConfirm: 'Remove',
  removed: 'The document was removed.',
} as const

export const approvalRuleTexts = {
  tab: 'Approval',
  lead: 'Who approves contracts of this type before they are signed. A contract without a value in a field that a rule asks about needs the approval too.',
  none: 'No rule asks for approval.',
  start: 'Ready to be signed',
  end: 'Signing',
  inOrder: 'One after another: each is asked when the one before has approved',
  path: 'The path of an approval',
  name: 'Name of the step',
  approvers: 'People',
  addApprover: 'Add a person',
  removeApprover: (name: string) => `Take ${name} out`,
  team: 'Or everyone in a team',
  noTeam: 'No team',
  need: 'Who of them',
  all: 'All must approve',
  one: 'One is enough',
  within: (days: number, who: string) =>
    `within ${days} working ${days === 1 ? 'day' : 'days'}, then ${who === '' ? 'the administrators' : who}`,
  always: 'For every contract',
  when: 'Only for contracts whose',
  operator: 'Comparison',
  value: 'Value',
  numberNeeded: 'Write a number.',
  operators: {
    ge: 'is at least',
    gt: 'is more than',
    le: 'is at most',
    lt: 'is less than',
    eq: 'is',
    ne: 'is not',
  },
  condition: (field: string, operator: string, value: string) => `if ${field} ${operator} ${value}`,
  add: 'Add a step',
  newStep: 'New step',
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  edit: (name: string) => `Settings of ${name}`,
  remove: (name: string) => `Remove ${name}`,
  save: 'Save the path',
  discard: 'Discard changes',
  unsaved: 'Not saved yet',
  saved: 'The path is saved. Approvals that wait go on as they were asked for.',
  outdated: 'Somebody else has changed the path since you read it.',
  try: 'Who would be asked?',
  tryLead:
    'Enter what a contract says, and see the steps that apply. It uses the saved path; nobody is asked.',
  tryNothing: 'No rule depends on a value: every step applies to every contract.',
  tryButton: 'Show who would be asked',
  asked: (names: string) => `asks ${names}`,
  askedOne: (names: string) => `asks one of ${names}`,
  nobody: 'nobody is left who could decide: asking will be refused',
  notAsked: 'does not apply',
  nobodyAsked: 'Nobody would be asked: the contract can be signed.',
  yes: 'Yes',
  no: 'No',
  anyValue: 'No value',
} as const
