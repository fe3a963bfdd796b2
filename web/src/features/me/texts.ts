// The texts of the preferences page.
export const texts = {
  title: 'Preferences',
  lead: 'They apply on every device. Each change is saved as you make it.',
  saved: 'Your preferences are saved.',
  formats: 'Dates and numbers',
  locale: 'Format',
  timeZone: 'Time zone',
  ofOrganisation: (zone: string) => `Organisation default (${zone})`,
  example: (now: string, amount: string) => `For example: ${now}, ${amount}`,
  look: 'Appearance',
  theme: 'Theme',
  themes: { System: 'System', Light: 'Light', Dark: 'Dark' },
  density: 'List rows',
  densities: { Comfortable: 'Comfortable', Compact: 'Compact' },
  keyboard: 'Keyboard',
  singleKeys: 'Single-key shortcuts',
  singleKeysLead:
    'G then M opens your matters, C creates something, ? lists every shortcut. They do nothing while you type in a field. Switch them off if you dictate.',
  notified: 'Notifications',
  notifiedLead:
    'You are not notified of what you do yourself. The digest is one email a day, sent from 7 in the morning.',
  toDefaults: 'Use the defaults of my organisation',
  how: { Off: 'Not at all', InApp: 'In the app', Mail: 'By email, at once', Digest: 'In the daily digest' },
  kinds: {
    assigned: ['You are assigned', 'You are made owner, manager, member or delegate, or given a task'],
    mentioned: ['You are mentioned', 'Someone mentions you in a message'],
    message: ['Messages', 'New messages on your matters and contracts'],
    approval: ['Approvals', 'You are asked or reminded, or a decision is made; a scope is proposed'],
    signature: [
      'Signatures and the other side',
      'What you sent for signature is declined, expires, or is signed; the other side opens or answers what you sent',
    ],
    invoice: ['Invoices', 'An invoice is posted, approved, declined or paid'],
    question: ['Questions and answers', 'About requests, and how yours is getting on'],
    intake: ['New requests', 'Requests waiting in intake, if you manage it'],
    taskDue: ['Tasks due', 'On the day a task is due'],
    status: ['Status', 'Changes of the status of your matters and contracts'],
    reminder: ['Reminders', 'A key date or the end of a contract is approaching'],
    security: [
      'Security',
      'For administrators: the break-glass account is used, a second factor is removed, or how people sign in changes',
    ],
  },
} as const

/** The words of delegates for approvals. */
export const delegateTexts = {
  title: 'While you are away',
  lead: 'A delegate decides on what you are asked to approve, on the days that you choose. They are notified, and see these contracts.',
  add: 'Name a delegate',
  who: 'Who decides for you',
  first: 'First day',
  last: 'Last day',
  save: 'Name them',
  cancel: 'Cancel',
  decides: (name: string) => `${name} decides for you`,
  youDecide: (name: string) => `You decide for ${name}`,
  days: (first: string, last: string) => (first === last ? first : `${first} to ${last}`),
  now: 'now',
  withdraw: 'Withdraw',
  withdrawNamed: (what: string) => `Withdraw: ${what}`,
} as const

/** The texts of the page of the defaults. */
export const defaultsTexts = {
  title: 'Notifications',
  lead: 'How people of your organisation are notified until they choose themselves under Preferences. Changes apply at once to everyone who has not chosen, and to new people.',
  panel: 'Defaults',
  save: 'Save',
  saved: 'Saved.',
  standard: 'Set all to the standard',
} as const
