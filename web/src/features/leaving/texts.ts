// The texts of the page for leaving.
export const texts = {
  title: 'Export and deletion',
  lead: 'Take everything away, and have it deleted here.',
  export: 'Export',
  exportLead:
    'Everything of your organisation as one zip archive: records with their history, settings, and every file. Other programs can read it. Passwords and other secrets are not in it.',
  exportStart: 'Download the export',
  exportHint: 'A large one takes a while. It is whole when the download is complete.',
  delete: 'Deletion',
  deleteLead:
    'Everything is deleted for good 30 days after you ask for it. Every administrator is told by mail and can cancel it until then. It needs an export of the last 30 days.',
  deleteStart: 'Ask for the deletion',
  deleteTitle: 'Delete the organisation?',
  name: (name: string) => `Type ${name} to confirm`,
  reason: 'Reason',
  reasonHint: 'It stays with the operator, in the certificate of the deletion.',
  due: (day: string) => `It will be deleted on ${day}.`,
  asked: (day: string, reason: string) => `Asked for on ${day}: ${reason}`,
  holds: (count: number) =>
    count === 1
      ? 'A record is under a legal hold: as long as it is, nothing is deleted.'
      : `${count} records are under a legal hold: as long as there is one, nothing is deleted.`,
  cancel: 'Cancel the deletion',
} as const
