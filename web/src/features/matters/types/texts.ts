// The texts of what only matter types have.

export const firmRightsTexts = {
  tab: 'Law firms',
  lead: 'What someone of a law firm who is in charge of a matter of this type may change of it, besides their work. It holds for all matters of the type, from the next click on.',
  colleagues: 'They may put colleagues of their firm on it, and take them off',
  mayChange: 'They may change',
  properties: {
    name: 'The name',
    type: 'The type',
    teamAssigned: 'The team',
    urgent: 'Whether it is urgent',
    externalId: 'The external id',
    parent: 'What it is part of',
    reference: 'Your reference',
    managerReference: 'The reference of their firm',
    purchaseOrderNumber: 'The purchase order',
    tags: 'The tags',
    terms: 'The terms',
    completion: 'Completing, archiving and reopening it',
    fields: 'All fields',
  },
  field: (label: string) => `The field “${label}”`,
  save: 'Save',
  saved: 'Saved. It holds from now on.',
} as const

export const tasksOfTypeTexts = {
  tab: 'Tasks',
  lead: 'Templates whose tasks each matter of this type gets automatically. The template says who gets them and when they are due.',
  toTemplates: 'Task templates',
  none: 'No template yet: matters of this type begin without tasks.',
  noTemplates: 'The organisation has no task templates yet.',
  opened: 'When a matter is opened or taken on',
  at: (state: string) => `When it first becomes ${state}`,
  add: 'Add a template',
  choose: 'Choose one…',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  save: 'Save',
  saved: 'Saved. Matters get these tasks from now on.',
} as const
