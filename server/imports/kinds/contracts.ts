// Contracts as what rows of an import become, each with its document.
import { createdContract } from '../../contracts/access.ts'
import { checkMayOwnContracts, createWithin } from '../../contracts/commands/create-contract.ts'
import type { NoticePeriod } from '../../contracts/key-dates/notice-period.ts'
import { endOfDay } from '../../contracts/key-facts/answered-facts.ts'
import { purgedContracts } from '../../contracts/purge-contract.ts'
import { todayIn } from '../../platform/time/local-time.ts'
import type { ImportKind, Making } from '../import-kind.ts'
import { removeUntouched } from '../work/remove-untouched.ts'
import type { Row } from '../work/row.ts'
import { fieldProperties, readFieldValues, readFormFields } from './field-properties.ts'
import {
  addFiles,
  broughtNumber,
  contentOf,
  createdByProperty,
  creatorOf,
  membersOf,
  momentIn,
  momentOf,
  numberProperty,
  ownPerson,
  parentRecord,
  property,
  recordNamed,
  withCreator,
  statusOf,
} from './record-properties.ts'

const stages = ['Draft', 'Negotiating', 'Signing', 'Executed', 'Expired', 'Void'] as const

const own = [
  property('externalId', 'External id', {
    also: [
      'id',
      'contract id',
      'contract number',
      'number',
      'contract no',
      'contract ref',
      'agreement id',
      'agreement number',
      'ref',
      'reference',
      'key',
    ],
    help: 'The id in the other system. Other rows, key dates and later imports find the contract by it.',
  }),
  numberProperty,
  property('name', 'Name', {
    required: true,
    also: ['title', 'contract', 'contract name', 'contract title', 'agreement', 'agreement title'],
  }),
  property('type', 'Type', {
    type: 'name',
    required: true,
    also: [
      'contract type',
      'agreement type',
      'type of contract',
      'type of agreement',
      'category',
      'template',
    ],
    help: 'The name of a contract type.',
  }),
  property('document', 'Document', {
    type: 'file',
    required: true,
    also: [
      'file',
      'file name',
      'filename',
      'path',
      'pdf',
      'contract document',
      'contract file',
      'main document',
    ],
    help: 'The path of the contract itself in the files you add.',
  }),
  property('status', 'Status', {
    type: 'choice',
    choices: stages,
    also: ['stage', 'state', 'contract status', 'status name'],
    help: 'Draft without one. An executed contract whose expiry is over is Expired.',
  }),
  property('owner', 'Owner', {
    type: 'person',
    also: ['responsible', 'contract owner', 'contract manager', 'responsible person', 'owner email'],
    help: 'An e-mail address, also of somebody who has left. You, without one.',
  }),
  property('members', 'Members', {
    type: 'people',
    also: ['people', 'participants'],
    help: 'E-mail addresses with semicolons between them.',
  }),
  property('team', 'Team', { type: 'name', also: ['assigned team', 'group'] }),
  property('matter', 'Matter', {
    also: ['matter id', 'project'],
    help: 'The external id of a matter that is here already, or its name.',
  }),
  property('parent', 'Parent', {
    also: ['parent id', 'parent contract', 'master agreement', 'framework'],
    help: 'The contract that it belongs to, in any row or here already: its external id, or its name if no other has the same.',
  }),
  property('restricted', 'Restricted', { type: 'truth', also: ['confidential', 'private'] }),
  property('created', 'Created', { type: 'day', also: ['created on', 'created date', 'date created'] }),
  createdByProperty,
  property('executed', 'Executed', {
    type: 'day',
    also: ['executed on', 'execution date', 'signed', 'signed on', 'signature date', 'date signed'],
    help: 'For contracts that are Executed or Expired.',
  }),
  property('expiry', 'Expiry', {
    type: 'day',
    also: [
      'expires',
      'expiry date',
      'expiration',
      'expiration date',
      'end',
      'end date',
      'ends',
      'contract end',
    ],
  }),
  property('notice', 'Notice period', {
    also: ['notice', 'period of notice', 'termination notice', 'notice term'],
    help: 'Such as 3 months or 90 days. The last day for notice becomes a key date, if there is an expiry.',
  }),
  property('files', 'Other files', {
    type: 'files',
    also: ['attachments', 'annexes', 'documents'],
    help: 'Paths in the files you add, with semicolons between them.',
  }),
]

/** Contracts. */
export const importedContracts: ImportKind = {
  name: 'contracts',
  label: 'Contracts',
  features: ['CONTRACTS'],
  properties: async (db, actor) => [...own, ...fieldProperties(await readFormFields(db, actor, 'contract'))],
  inputNames: new Map([
    ['templateId', 'type'],
    ['ownerId', 'owner'],
    ['teamId', 'team'],
    ['matterId', 'matter'],
    ['parentId', 'parent'],
  ]),
  keys: { own: 'externalId', name: 'name', parent: parentRecord('contracts') },
  once: ['ownNumber'],
  make: makeContract,
  remove: (app, actor, id) => removeUntouched(purgedContracts, app, actor, id),
}

async function makeContract(making: Making, row: Row) {
  const { app, tx, actor, now, lookups } = making
  checkMayOwnContracts(actor)
  const fields = await readFieldValues(
    making,
    row,
    await lookups.kept('fields', () => readFormFields(tx, actor, 'contract')),
  )
  const templateId = await row.meant(
    'type',
    (text) => lookups.named('template', text),
    'the name of a contract type',
  )
  const document = await row.meant(
    'document',
    lookups.file,
    'the path of a file that was added to the import',
  )
  const ownerId = await ownPerson(making, row, 'owner')
  const teamId = await row.meant('team', (text) => lookups.named('team', text), 'the name of a team')
  const matterId = await recordNamed(making, row, { name: 'matter', table: 'matters' })
  const parentId = await recordNamed(making, row, { name: 'parent', table: 'contracts', isOfTable: true })
  const files = await row.eachMeant('files', lookups.file, 'paths of files that were added to the import')
  const restricted = row.truth('restricted') ?? false
  const life = await lifeOf(making, row, templateId)
  const notice = noticeOf(row)
  const memberIds = await membersOf(making, row, 'members')
  const createdBy = await creatorOf(making, row)
  const ownNumber = broughtNumber(making, row)
  row.refuse()
  if (!document) throw new Error('A contract has a document')
  const made = await createWithin(app, tx, actor, {
    input: {
      templateId: templateId ?? 0,
      name: row.text('name') ?? '',
      ...(ownerId === undefined ? {} : { ownerId }),
      teamId: teamId ?? null,
      matterId: matterId ?? null,
      parentId: parentId ?? null,
      externalId: row.text('externalId') ?? null,
      ownNumber,
      restricted,
      ...(life.expiry === undefined ? {} : { expiry: life.expiry }),
      fields: fields.read,
      past: { ...life, notice, memberIds, createdBy, answers: fields.past },
    },
    document: { kept: contentOf(document) },
    now,
  })
  const subject = createdContract({
    kind: 'contract',
    id: made.id,
    organisationId: actor.organisationId,
  } as const)
  const added = await addFiles(making, subject, { files, createdBy })
  return { id: made.id, events: withCreator([...fields.events, ...made.events, ...added], createdBy) }
}

/** The stage with its dates: an executed contract whose expiry is over has expired. */
async function lifeOf(making: Making, row: Row, templateId: number | undefined) {
  const { status: stated, isKnown } = await statusOf(making, row, {
    kind: 'contract',
    typeId: templateId,
    statuses: stages,
  })
  const createdAt = momentOf(making, row, 'created')
  const executedAt = momentOf(making, row, 'executed')
  const day = row.day('expiry')
  const expiry = day === undefined ? undefined : day.endsWith('T00:00:00') ? endOfDay(day.slice(0, 10)) : day
  if (isKnown && executedAt && stated !== 'Executed' && stated !== 'Expired' && stated !== 'Void')
    row.wrong('executed', `is for contracts that are Executed, Expired or Void; this one is ${stated}.`)
  const today = todayIn(making.timeZone, making.now).day(0)
  const isOver = expiry !== undefined && expiry.slice(0, 10) < today
  const stage = stated === 'Executed' && isOver ? ('Expired' as const) : stated
  const expiredAt = isOver ? momentIn(making, expiry) : undefined
  const stageSince =
    stage === 'Expired' ? (expiredAt ?? executedAt) : stage === 'Executed' ? executedAt : undefined
  return { stage, createdAt, executedAt, expiry, stageSince }
}

const units = { day: 'Days', week: 'Weeks', month: 'Months', year: 'Years' } as const

/** "3 months", "90 days' written notice". */
function noticeOf(row: Row): NoticePeriod | undefined {
  const text = row.text('notice')
  if (text === undefined) return undefined
  const [, amount = '', unit = ''] = /^([1-9]\d{0,2})[\s-]*(day|week|month|year)/i.exec(text) ?? []
  if (amount === '')
    return row.wrong('notice', 'must be a number of days, weeks, months or years, such as 3 months.')
  return { amount: Number(amount), unit: units[unit.toLowerCase() as keyof typeof units] }
}
