// What v1 calls a record. The reference has one enumeration for everything, of which each call uses a part.
import Type from 'typebox'

/** Every kind of record on the wire. */
export const recordTypes = [
  'Matter',
  'Milestone',
  'Task',
  'Organisation',
  'Contract',
  'File',
  'InvoiceBatch',
  'KnowledgeArticle',
  'Folder',
  'FolderTemplate',
  'KnowledgeLibrary',
  'InboundEmail',
  'User',
  'MessageThread',
  'TimelineEntry',
  'MatterStatus',
  'ContractStatus',
  'Message',
  'Comment',
] as const

export type RecordType = (typeof recordTypes)[number]

export const recordType = Type.Unsafe<RecordType>({ type: 'string', enum: [...recordTypes] })
