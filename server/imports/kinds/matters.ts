// Matters as what rows of an import become.
import { createdMatter } from '../../matters/access.ts'
import { putTagOn, tagText } from '../../matters/commands/add-matter-tag.ts'
import { createWithin } from '../../matters/commands/create-matter.ts'
import { purgedMatters } from '../../matters/purge-matter.ts'
import { InputError } from '../../platform/errors.ts'
import type { ImportKind, Making } from '../import-kind.ts'
import { removeUntouched } from '../work/remove-untouched.ts'
import type { Row } from '../work/row.ts'
import { fieldProperties, readFieldValues, readFormFields } from './field-properties.ts'
import {
  addFiles,
  broughtNumber,
  createdByProperty,
  creatorOf,
  membersOf,
  momentOf,
  numberProperty,
  ownPerson,
  parentRecord,
  personOrGuestWanted,
  property,
  recordNamed,
  withCreator,
  statusOf,
} from './record-properties.ts'

const states = ['Draft', 'Scoping', 'Review', 'Active', 'OnHold', 'Complete', 'Archived'] as const

const own = [
  property('externalId', 'External id', {
    also: [
      'id',
      'matter id',
      'matter number',
      'number',
      'matter no',
      'file number',
      'case number',
      'case no',
      'ref',
      'key',
    ],
    help: 'The id in the other system. Other rows, files and later imports find the matter by it.',
  }),
  numberProperty,
  property('name', 'Name', {
    required: true,
    also: ['title', 'matter', 'matter name', 'matter title', 'subject'],
  }),
  property('type', 'Type', {
    type: 'name',
    required: true,
    also: ['matter type', 'category', 'matter category', 'practice area', 'area'],
    help: 'The name of a matter type.',
  }),
  property('status', 'Status', {
    type: 'choice',
    choices: states,
    also: ['state', 'matter status', 'stage', 'status name'],
    help: 'Draft without one. An Active matter needs a manager.',
  }),
  property('owner', 'Owner', {
    type: 'person',
    also: [
      'responsible',
      'responsible person',
      'client contact',
      'business owner',
      'requester',
      'owner email',
    ],
    help: 'An e-mail address, also of somebody who has left. You, without one.',
  }),
  property('manager', 'Manager', {
    type: 'person',
    also: [
      'lawyer',
      'responsible lawyer',
      'assigned to',
      'counsel',
      'matter manager',
      'lead',
      'manager email',
    ],
    help: 'An e-mail address, also of a law firm. Without one an open matter waits in intake.',
  }),
  property('members', 'Members', {
    type: 'people',
    also: ['team members', 'people', 'participants'],
    help: 'E-mail addresses with semicolons between them.',
  }),
  property('team', 'Team', { type: 'name', also: ['assigned team', 'group'] }),
  property('parent', 'Parent', {
    also: ['parent id', 'parent matter', 'belongs to'],
    help: 'The matter that it is a part of, in any row or here already: its external id, or its name if no other has the same.',
  }),
  property('reference', 'Reference', {
    also: ['client reference', 'our reference', 'client ref', 'our ref'],
  }),
  property('purchaseOrderNumber', 'Purchase order number', { also: ['purchase order', 'po number', 'po'] }),
  property('tags', 'Tags', {
    also: ['tag', 'labels', 'keywords'],
    help: 'With semicolons between them. A new one is added.',
  }),
  property('restricted', 'Restricted', { type: 'truth', also: ['confidential', 'private'] }),
  property('urgent', 'Urgent', { type: 'truth', also: ['priority'] }),
  property('created', 'Created', {
    type: 'day',
    also: ['opened', 'open date', 'date opened', 'created on', 'created date', 'start date'],
  }),
  createdByProperty,
  property('closed', 'Closed', {
    type: 'day',
    also: ['close date', 'date closed', 'closed on', 'completed', 'end date'],
    help: 'For matters that are Complete or Archived.',
  }),
  property('files', 'Files', {
    type: 'files',
    also: ['file', 'documents', 'attachments', 'path'],
    help: 'Paths in the files you add, with semicolons between them.',
  }),
]

/** Matters. */
export const importedMatters: ImportKind = {
  name: 'matters',
  label: 'Matters',
  features: ['MATTERS'],
  properties: async (db, actor) => [...own, ...fieldProperties(await readFormFields(db, actor, 'matter'))],
  inputNames: new Map([
    ['categoryId', 'type'],
    ['ownerId', 'owner'],
    ['managerId', 'manager'],
    ['teamId', 'team'],
    ['parentId', 'parent'],
  ]),
  keys: { own: 'externalId', name: 'name', parent: parentRecord('matters') },
  once: ['ownNumber'],
  make: makeMatter,
  remove: (app, actor, id) => removeUntouched(purgedMatters, app, actor, id),
}

async function makeMatter(making: Making, row: Row) {
  const { tx, actor, now, lookups } = making
  const fields = await readFieldValues(
    making,
    row,
    await lookups.kept('fields', () => readFormFields(tx, actor, 'matter')),
  )
  const categoryId = await row.meant(
    'type',
    (text) => lookups.named('category', text),
    'the name of a matter type',
  )
  const ownerId = await ownPerson(making, row, 'owner')
  const managerId = (await row.meant('manager', lookups.person, personOrGuestWanted))?.id
  const teamId = await row.meant('team', (text) => lookups.named('team', text), 'the name of a team')
  const parentId = await recordNamed(making, row, { name: 'parent', table: 'matters', isOfTable: true })
  const files = await row.eachMeant('files', lookups.file, 'paths of files that were added to the import')
  const past = await pastOf(making, row, categoryId)
  const tags = tagsOf(row)
  const [restricted, urgent] = [row.truth('restricted'), row.truth('urgent')]
  const ownNumber = broughtNumber(making, row)
  row.refuse()
  const made = await createWithin(
    tx,
    actor,
    {
      categoryId: categoryId ?? 0,
      name: row.text('name'),
      ownerId,
      managerId,
      teamId,
      parentId,
      externalId: row.text('externalId'),
      ownNumber,
      restricted,
      urgent,
      fields: fields.read,
      past: { ...past, answers: fields.past },
    },
    now,
  )
  const { id, organisationId } = made
  const subject = createdMatter({ kind: 'matter', id, organisationId } as const)
  const events = [...fields.events, ...made.events]
  for (const description of tags) {
    const added = await putTagOn(tx, subject, { description, by: actor.userId, now })
    events.push(...added.events)
  }
  const { createdBy } = past
  events.push(...(await addFiles(making, subject, { files, createdBy })))
  return { id, events: withCreator(events, createdBy) }
}

/** What has become of the matter in the other system. */
async function pastOf(making: Making, row: Row, categoryId: number | undefined) {
  const { status: state, isKnown } = await statusOf(making, row, {
    kind: 'matter',
    typeId: categoryId,
    statuses: states,
  })
  const past = {
    state,
    createdAt: momentOf(making, row, 'created'),
    createdBy: await creatorOf(making, row),
    closedAt: momentOf(making, row, 'closed'),
    reference: row.text('reference') ?? null,
    purchaseOrderNumber: row.text('purchaseOrderNumber') ?? null,
    memberIds: await membersOf(making, row, 'members'),
  }
  if (isKnown && past.closedAt && past.state !== 'Complete' && past.state !== 'Archived')
    row.wrong('closed', `is for matters that are Complete or Archived; this one is ${past.state}.`)
  return past
}

function tagsOf(row: Row): readonly string[] {
  try {
    return row.list('tags').map((text) => tagText(text, 'tags'))
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    row.wrong('tags', 'must be texts of 1 to 100 characters.')
    return []
  }
}
