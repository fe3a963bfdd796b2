// How the properties in events are called and read. What is not listed here is shown by its own name, when it has a
// value before and after.
import { type RecordKindName } from '../records/kinds.ts'
import { capitalised } from '../platform/capitalised.ts'
import { bareObject } from '../platform/bare-object.ts'

/** What a value refers to; `text` stands for itself. */
export type ReferenceKind =
  | 'text'
  | 'user'
  | 'team'
  | 'template'
  | 'category'
  | RecordKindName
  | 'parent'
  | 'file'
  | 'department'

export interface PropertyLabel {
  readonly property: string
  readonly label: string
  readonly as: ReferenceKind
}

const label = (property: string, label: string, as: ReferenceKind = 'text'): PropertyLabel => ({
  property,
  label,
  as,
})

/** By their names in events. */
export const propertyLabels = bareObject<PropertyLabel>({
  name: label('name', 'Name'),
  formerCreator: label('formerCreator', 'Created before the import by', 'user'),
  title: label('title', 'Title'),
  patterns: label('patterns', 'Numbers'),
  mailSubject: label('mailSubject', 'Mail subject'),
  mailBody: label('mailBody', 'Mail text'),
  senderName: label('senderName', 'Sender name'),
  replyTo: label('replyTo', 'Reply address'),
  withLogo: label('withLogo', 'Logo in mails'),
  taxCodes: label('taxCodes', 'Tax codes of lines'),
  volumeDiscount: label('volumeDiscount', 'Discount by volume'),
  firmCountry: label('firmCountry', 'Country'),
  termsAgreed: label('termsAgreed', 'Terms agreed on'),
  termsEnd: label('termsEnd', 'Terms end on'),
  termsDocument: label('termsDocument', 'Link to the terms'),
  termsNotes: label('termsNotes', 'Notes on the terms'),
  stage: label('status', 'Status'),
  state: label('status', 'Status'),
  status: label('status', 'Status'),
  templateId: label('type', 'Type', 'template'),
  categoryId: label('type', 'Type', 'category'),
  ownerId: label('owner', 'Owner', 'user'),
  managerId: label('manager', 'Manager', 'user'),
  teamId: label('teamAssigned', 'Team', 'team'),
  inIntake: label('inIntake', 'In intake'),
  restricted: label('restricted', 'Restricted'),
  private: label('restricted', 'Private'),
  urgent: label('urgent', 'Urgent'),
  externalId: label('externalId', 'External ID'),
  parentId: label('parent', 'Parent', 'parent'),
  matterId: label('matter', 'Matter', 'matter'),
  expiry: label('expiry', 'Expiry'),
  executedAt: label('executed', 'Executed'),
  reference: label('reference', 'Reference'),
  managerReference: label('managerReference', 'Reference of the manager'),
  purchaseOrderNumber: label('purchaseOrderNumber', 'Purchase order number'),
  date: label('date', 'Date'),
  value: label('value', 'Value'),
  category: label('category', 'Category'),
  done: label('done', 'Done'),
  reminders: label('reminders', 'Reminders, days before'),
  recurrence: label('recurrence', 'Recurrence'),
  noticePeriod: label('noticePeriod', 'Notice period'),
  description: label('description', 'Description'),
  type: label('type', 'Type'),
  assigneeId: label('assignee', 'Assignee', 'user'),
  due: label('dueDate', 'Due'),
  duration: label('duration', 'Duration'),
  position: label('position', 'Position'),
  number: label('number', 'Number'),
  approvedFees: label('approvedFees', 'Approved fees'),
  declinedBecause: label('declinedBecause', 'Reason for declining'),
  paidAt: label('paid', 'Paid'),
  paymentNote: label('paymentNote', 'Payment note'),
  purchaseOrder: label('purchaseOrder', 'Purchase order'),
  folderId: label('folder', 'Folder', 'file'),
  version: label('version', 'Version'),
  message: label('message', 'Message'),
  scope: label('scope', 'Scope'),
  fileId: label('file', 'File', 'file'),
  email: label('email', 'Email'),
  role: label('role', 'Role'),
  userId: label('user', 'Person', 'user'),
  departmentId: label('department', 'Department', 'department'),
  specialityIds: label('specialities', 'Specialities'),
  linkedInUrl: label('linkedInUrl', 'LinkedIn address'),
  groupId: label('group', 'Group'),
  recipientId: label('recipient', 'Recipient'),
  reviewedLines: label('reviewedLines', 'Lines reviewed'),
  internalNotes: label('internalNotes', 'Internal notes changed'),
  noticePlaceholders: label('noticeTemplate', 'Placeholders of the template of notices'),
  documentPlaceholders: label('document', 'Placeholders of the document'),
  parts: label('parts', 'Fields on the form'),
})

/** `approvedFees` as `Approved fees`, for what has no label. */
export const labelFrom = (name: string): string => {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return capitalised(words)
}
