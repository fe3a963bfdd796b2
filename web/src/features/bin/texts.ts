// The words of the page of what one has deleted.
export const binTexts = {
  title: 'Deleted by you',
  lead: 'For a day you can take back what you have deleted. After that an administrator can restore it.',
  files: 'Files and folders',
  none: 'Nothing to take back.',
  restore: 'Restore',
  restoreNamed: (name: string) => `Restore ${name}`,
  restored: (name: string) => `“${name}” is restored`,
  deleted: (when: string, until: string) => `Deleted ${when}. You can take it back until ${until}.`,
} as const
