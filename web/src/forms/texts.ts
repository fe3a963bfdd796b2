// All texts of forms.

/** The words of fields and forms. */
export const formTexts = {
  empty: 'Not set',
  add: (label: string) => `Add ${label}`,
  edit: (label: string, value: string) => `${label}: ${value}${/[.!?]$/.test(value) ? '' : '.'} Edit`,
  required: 'Required',
  pictureTooLarge: 'The image must have at most 1 MB.',
  readOnly: 'Read-only',
  readOnlyHint: 'This field is filled in by Chancery or an integration.',
  yes: 'Yes',
  no: 'No',
  save: 'Save',
  cancel: 'Cancel',
  clear: (label: string) => `Clear ${label}`,
  saving: 'Saving…',
  /** What is said of people who cannot sign in; nothing of those who can. */
  personStatus: {
    Active: undefined,
    Pending: 'invited',
    Invited: 'invited',
    LockedOut: 'locked',
    Disabled: 'disabled',
  },
  saved: (label: string) => `${label} saved`,
  undone: (label: string) => `${label} is as it was before`,
  optional: 'optional',
  choose: 'Choose…',
  search: 'Type to search',
  searching: 'Searching…',
  nothingFound: 'Nothing found. Try other words.',
  searchFailed: 'The list could not be loaded. Type again to try again.',
  addOption: (label: string) => `Add “${label}”`,
  howToSave: 'Enter saves, Escape cancels',
  howToSaveLong: (key: string) => `${key} saves, Escape cancels`,
  between: (start: string, end: string) => `From ${start} to ${end}`,
  atLeast: (start: string) => `${start} or more`,
  atMost: (end: string) => `${end} or less`,
  notEmptyForm: 'Some answers need your attention',
} as const

/** The question which of two values to keep. */
export const conflictTexts = {
  title: 'Someone else has changed this too',
  lead: 'It was changed while you were working on it. Which one should be kept?',
  mine: 'Yours',
  theirs: 'Theirs',
  empty: 'empty',
  keep: 'Save',
  giveUp: 'Keep theirs',
} as const
