// The texts about erasing a person.
export const eraseTexts = {
  title: 'Erase',
  erased: 'Erased',
  lead: 'Their name, address, profile, preferences and own views are removed for good, and everything with which they signed in. What they did stays with the records, by “Former member”.',
  start: 'Erase for good',
  askTitle: (name: string) => `Erase ${name}?`,
  reason: 'Reason',
  reasonHint: 'The history keeps it with the certificate.',
  when: 'On',
  removed: 'Entries removed',
  kept: 'Entries that stay with their records',
} as const
