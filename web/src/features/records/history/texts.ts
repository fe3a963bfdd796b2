// All texts of the history of a record.

/** The words of histories. */
export const historyTexts = {
  label: 'History, the latest first',
  none: 'Nothing has happened yet.',
  more: 'Show earlier',
  notLoaded: 'The history could not be loaded',
  export: 'Export',
  empty: 'empty',
  yes: 'Yes',
  no: 'No',
  became: 'became',
  through: (client: string) => `through ${client}`,
  bySystem: 'Chancery',
} as const

const phrases: Readonly<Record<string, string>> = {
  created: 'created this',
  updated: 'made a change',
  deleted: 'deleted this',
  restored: 'restored this from the bin',
  'file.created': 'added a file',
  'file.updated': 'changed a file',
  'file.deleted': 'deleted a file',
  'file.restored': 'restored a file',
  'file.locked': 'locked a file',
  'file.unlocked': 'unlocked a file',
  'file.privacy.changed': 'changed who sees a file',
  'folder.created': 'added a folder',
  'folder.deleted': 'deleted a folder',
  'folder.privacy.changed': 'changed who sees a folder',
  'document.updated': 'added a version of the document',
  'statusmessage.created': 'posted a status',
  'message.posted': 'wrote a message',
  'message.edited': 'changed a message',
  'message.deleted': 'deleted a message',
  'tag.created': 'added a tag',
  'tag.removed': 'removed a tag',
  'keydate.created': 'added a key date',
  'keydate.updated': 'changed a key date',
  'keydate.deleted': 'deleted a key date',
  'member.added': 'added a person',
  'member.removed': 'removed a person',
  'delegates.set': 'changed who stands in',
  'terms.set': 'set the terms',
  'scope.proposed': 'proposed a scope',
  'scope.accepted': 'accepted the scope',
  'task.created': 'added a task',
  'task.updated': 'changed a task',
  'task.deleted': 'deleted a task',
  'invoice.created': 'added an invoice',
  'invoice.updated': 'changed an invoice',
  'invoice.status.updated': 'changed the status of an invoice',
}

/** What an action of the history is called: "made a change", "added a file"; one that has no words of its own by its name. */
export function actionWords(action: string): string {
  const name = action.replace(/^(matter|contract)\./, '')
  return phrases[name] ?? name.replaceAll('.', ' ').replaceAll(/[-_]/g, ' ')
}
