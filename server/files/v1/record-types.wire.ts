// What v1 calls a record, in addresses and in answers.
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'

/** Everything that v1 calls a record; files hang on matters and contracts. */
const recordTypes = [
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

/** The schema of an address with a target and further ids. */
export const targetPath = <const Name extends string>(...ids: readonly Name[]) =>
  Type.Unsafe<Record<Name, string> & { targetType: RecordType }>({
    type: 'object',
    required: ['targetType', ...ids],
    properties: {
      targetType: { type: 'string', enum: [...recordTypes] },
      ...Object.fromEntries(ids.map((name) => [name, { type: 'string' }])),
    },
  })

/** A preValidation hook: the type in the address may come in any case. */
export async function targetInAnyCase(request: FastifyRequest): Promise<void> {
  const params = request.params as { targetType: string }
  const word = params.targetType.toLowerCase()
  params.targetType = recordTypes.find((type) => type.toLowerCase() === word) ?? params.targetType
}
