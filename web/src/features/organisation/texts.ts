// The texts of the page of the organisation.
interface DemoCounts {
  readonly people: number
  readonly matters: number
  readonly contracts: number
}

export const texts = {
  title: 'Organisation',
  lead: 'What holds for everyone who works here.',
  save: 'Save',
  saved: 'Saved.',
  general: 'Name and place',
  name: 'Name',
  timeZone: 'Time zone',
  timeZoneHint: 'Days begin and end by it. Times that were entered keep their wording.',
  logo: 'Logo',
  logoLead: 'Shown in the navigation. A PNG, JPEG or WebP image of at most 1 MB.',
  logoNone: 'There is no logo yet.',
  logoChoose: 'Choose an image…',
  logoOf: (name: string) => `The logo of ${name}`,
  logoRemove: 'Remove the logo',
  logoSet: 'The logo was changed.',
  logoRemoved: 'The logo was removed.',
  money: 'Money',
  currency: 'Currency',
  currencyHint: 'Of new amounts. Those that were entered keep theirs.',
  yearEndMonth: 'The financial year ends in',
  yearEndDay: 'on day',
  contacts: 'Who pays invoices',
  contactsHint: 'Email addresses, separated by commas.',
  calendar: 'Working days and holidays',
  calendarLead:
    'When an answer is promised within days or hours, and when tasks of templates are due, these are counted. What was promised keeps its day and hour.',
  workingDays: 'We work on',
  workingHours: 'Working hours',
  workFrom: 'From',
  workTo: 'To',
  workHint: 'In the time zone of your organisation.',
  holidays: 'Holidays',
  holidaysNone: 'No holidays yet.',
  holidayDate: 'Day',
  holidayName: 'Name of the holiday',
  holidayAdd: 'Add',
  holidayRemove: 'Remove',
  holidayRemoveOf: (name: string) => `Remove ${name}`,
  holidayTwice: 'This day is a holiday already.',
  holidaysPaste: 'Add several',
  holidaysPasteHint: (day: string) => `One a line, such as ${day} Christmas Day`,
  holidaysPasteAdd: 'Add these',
  holidaysPasted: (count: number) =>
    count === 1
      ? '1 day was added below; save to keep it.'
      : `${count} days were added below; save to keep them.`,
  holidaysWrong: (line: string, problem: string) => `${line}: ${problem}`,
  approvals: 'Deadline of approvals',
  approvalsLead:
    'The deadline for people who are asked to approve a contract where no rule of its type asks for them; the person who asks can set another one. New rules for invoices begin with it. Rules of contract types have their own deadlines.',
  numbering: 'Numbers of matters and contracts',
  demo: 'Demo data',
  demoLead:
    'People, types, matters and contracts to try things with. They are marked as demo data, nobody is notified, and all of it can be thrown away again.',
  demoNot: 'Demo data is for organisations that have no matters and contracts of their own.',
  demoTake: 'Take in demo data',
  demoTaken: 'The demo data is there.',
  demoThere: (since: string, { people, matters, contracts }: DemoCounts) =>
    `Demo data since ${since}. People: ${people}. Matters: ${matters}. Contracts: ${contracts}.`,
  demoThrow: 'Throw it away',
  demoThrowTitle: 'Throw the demo data away?',
  demoThrowLead:
    'Its people, types and records are removed for good, with everything that was added to these records since. Your own records stay as they are.',
  demoThrown: 'The demo data is gone.',
  demoKept: 'The demo data is gone, except for what your own records need:',
  features: 'Features',
  featuresLead: 'What is switched off disappears from the pages. Nothing is deleted.',
  featureOn: (name: string) => `${name} was switched on.`,
  featureOff: (name: string) => `${name} was switched off.`,
}

/** What features are called. */
export const featureNames: Readonly<Record<string, string>> = {
  CONTRACTS: 'Contracts',
  CONTRACT_WIZARD: 'Contracts from templates',
  MATTERS: 'Matters',
  MATTER_INTAKE: 'Intake',
  TASKS: 'Tasks',
  INVOICES: 'Invoices',
  EMAIL_TRACKING: 'Mail with records',
  WEBHOOKS: 'Notifications to integrations',
  INBOUND_EMAIL: 'Addresses that receive mail',
}
