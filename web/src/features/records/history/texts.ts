// All texts of the history of a record.
import { kindNames } from '../../../lib/kinds.ts'

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
  'file.purged': 'removed a file from the bin for good',
  'file.upload.finalised': 'added a file',
  'document.created': 'added the document',
  'document.deleted': 'deleted the document',
  'document.restored': 'restored the document',
  'document.locked': 'locked the document',
  'document.unlocked': 'unlocked the document',
  'document.privacy.changed': 'changed who sees the document',
  'document.purged': 'removed the document from the bin for good',
  'document.upload.finalised': 'added the document',
  'folder.updated': 'changed a folder',
  'folder.restored': 'restored a folder',
  'folder.purged': 'removed a folder from the bin for good',
  'folder.locked': 'locked a folder',
  'folder.unlocked': 'unlocked a folder',
  'folder.created': 'added a folder',
  'folder.deleted': 'deleted a folder',
  'folder.privacy.changed': 'changed who sees a folder',
  'document.updated': 'added a version of the document',
  'status.updated': 'changed the status',
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
  'facts.accepted': 'recorded what the document says',
  'signature.completed': 'recorded who signed it',
  'notice.set': 'set the notice period',
  'notice.removed': 'removed the notice period',
  'form.updated': 'brought it to the current form',
  'hold.set': 'placed a legal hold on it',
  'hold.ended': 'released the legal hold',
  'approval.requested': 'asked for approval',
  'approval.decided': 'decided on an approval',
  'approval.delegated': 'delegated an approval',
  'approval.reminded': 'sent a reminder of an approval',
  'approval.ended': 'ended an approval',
  'approval.kept': 'asked to confirm an approval',
  takenOver: 'took it over',
  'intake.requested': 'submitted the request',
  'intake.asked': 'asked a question about the request',
  'intake.answered': 'answered the question',
  'intake.assigned': 'assigned the request',
  'intake.accepted': 'accepted the request',
  'intake.declined': 'declined the request',
  'intake.returned': 'gave the request back',
  'intake.undone': 'took back what was decided on the request',
  'emailThread.tracked': 'added an email conversation',
  'emailThread.untracked': 'removed an email conversation',
  'matterMessage.posted': 'received an email',
  'delegates.set': 'changed the delegates',
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

// what happened to the record itself begins with its kind
const ofRecord = new RegExp(`^(?:${kindNames.map(({ one }) => one).join('|')})\\.`)

/**
 * What an action of the history is called: "made a change", "added a file"; one that has no words of its own by its
 * name.
 */
export function actionWords(action: string): string {
  const name = action.replace(ofRecord, '')
  return phrases[name] ?? name.replaceAll('.', ' ').replaceAll(/[-_]/g, ' ')
}
