// How the properties in events are called and read. What is not listed here is shown by its own name, when it has a
// value before and after.
import { type RecordKindName } from '../records/kinds.ts'
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

export interface ToldProperty {
  readonly property: string
  readonly label: string
  readonly as: ReferenceKind
}

const told = (property: string, label: string, as: ReferenceKind = 'text'): ToldProperty => ({
  property,
  label,
  as,
})

/** By their names in events. */
export const toldProperties = bareObject<ToldProperty>({
  name: told('name', 'Name'),
  stage: told('status', 'Status'),
  state: told('status', 'Status'),
  status: told('status', 'Status'),
  templateId: told('type', 'Type', 'template'),
  categoryId: told('type', 'Type', 'category'),
  ownerId: told('owner', 'Owner', 'user'),
  managerId: told('manager', 'Manager', 'user'),
  teamId: told('teamAssigned', 'Team', 'team'),
  inIntake: told('inIntake', 'In intake'),
  restricted: told('restricted', 'Restricted'),
  private: told('restricted', 'Private'),
  urgent: told('urgent', 'Urgent'),
  externalId: told('externalId', 'External ID'),
  parentId: told('parent', 'Parent', 'parent'),
  matterId: told('matter', 'Matter', 'matter'),
  expiry: told('expiry', 'Expiry'),
  executedAt: told('executed', 'Executed'),
  reference: told('reference', 'Reference'),
  managerReference: told('managerReference', 'Reference of the manager'),
  purchaseOrderNumber: told('purchaseOrderNumber', 'Purchase order number'),
  date: told('date', 'Date'),
  value: told('value', 'Value'),
  category: told('category', 'Category'),
  done: told('done', 'Done'),
  reminders: told('reminders', 'Reminders, days before'),
  recurrence: told('recurrence', 'Recurrence'),
  noticePeriod: told('noticePeriod', 'Notice period'),
  description: told('description', 'Description'),
  type: told('type', 'Type'),
  assigneeId: told('assignee', 'Assignee', 'user'),
  due: told('dueDate', 'Due'),
  duration: told('duration', 'Duration'),
  position: told('position', 'Position'),
  number: told('number', 'Number'),
  approvedFees: told('approvedFees', 'Approved fees'),
  declinedBecause: told('declinedBecause', 'Reason for declining'),
  paidAt: told('paid', 'Paid'),
  paymentNote: told('paymentNote', 'Payment note'),
  purchaseOrder: told('purchaseOrder', 'Purchase order'),
  folderId: told('folder', 'Folder', 'file'),
  version: told('version', 'Version'),
  message: told('message', 'Message'),
  scope: told('scope', 'Scope'),
  fileId: told('file', 'File', 'file'),
  email: told('email', 'Email'),
  role: told('role', 'Role'),
  userId: told('user', 'Person', 'user'),
  departmentId: told('department', 'Department', 'department'),
  specialityIds: told('specialities', 'Specialities'),
  linkedInUrl: told('linkedInUrl', 'LinkedIn address'),
  groupId: told('group', 'Group'),
  recipientId: told('recipient', 'Recipient'),
  internalNotes: told('internalNotes', 'Internal notes changed'),
  documentPlaceholders: told('document', 'Placeholders of the document'),
  parts: told('parts', 'Fields on the form'),
})

/** `approvedFees` as `Approved fees`, for what has no label. */
export const labelFrom = (name: string): string => {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
