// Documents with the other side in the shape of v2.
import Type from 'typebox'
import { jsonBody } from '../../http/v2/bodies.ts'
import {
  choiceIn,
  dayIn,
  inside,
  needed,
  neverNull,
  propertiesOf,
  textIn,
  truthIn,
} from '../../http/v2/merge-patch.ts'
import { auditedByUser, createdExample, doneBy, nullable, oneOf } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import { sentContents } from '../sharing/sent-contents.ts'
import { mostRecipients, type NewShare } from '../sharing/send-share.ts'
import { offeredStates } from '../sharing/offered.ts'
import { type ShownShare, shareStates } from '../sharing/share.ts'

const person = {
  name: Type.String({ maxLength: 255 }),
  email: Type.String({ maxLength: 254 }),
}
const moment = (description: string) => nullable<string>('string', { format: 'date-time', description })
const version = Type.Integer({ minimum: 1 })

const newExample = {
  document: { version: 1 },
  people: [{ name: 'Nils Lindqvist', email: 'nils@lindqvist.example' }],
  message: 'Our changes are in clause 4.',
  expires: '2026-04-30',
  mayUpload: true,
  mayComment: true,
}

export const newShareBody = jsonBody(
  Type.Object(
    {
      document: Type.Object(
        { version },
        { additionalProperties: false, description: 'The version of the document that they get.' },
      ),
      people: Type.Array(Type.Object(person, { additionalProperties: false }), {
        minItems: 1,
        maxItems: mostRecipients,
      }),
      message: nullable<string>('string', { maxLength: 2_000, description: 'In the mail to them.' }),
      expires: Type.String({
        format: 'date',
        description: 'The last day, within 180 days from today.',
      }),
      mayUpload: Type.Optional(
        Type.Boolean({ default: false, description: 'Whether they may send back a version.' }),
      ),
      mayComment: Type.Optional(Type.Boolean({ default: false, description: 'Whether they may comment.' })),
      contents: Type.Optional(
        oneOf(sentContents, {
          description:
            'Of a Word document that has more than its text (`getFileVersionHiddenContent`), for which it is needed: as it is; without comments, hidden text, properties, data of programs and the names of those who wrote it; or with all changes accepted as well. What is left out makes a new version, which is sent.',
        }),
      ),
    },
    { additionalProperties: false, title: 'NewDocumentShare' },
  ),
  newExample,
)

export const extensionBody = jsonBody(
  Type.Object(
    {
      expires: Type.String({ format: 'date', description: 'The last day, within 180 days from today.' }),
    },
    { additionalProperties: false, title: 'ExtendedDocumentShare' },
  ),
  { expires: '2026-05-31' },
)

export const acceptanceBody = jsonBody(
  Type.Object(
    {
      document: Type.Object(
        { version },
        { additionalProperties: false, description: 'The current version, which it is to follow.' },
      ),
    },
    { additionalProperties: false, title: 'AcceptedDocumentReturn' },
  ),
  { document: { version: 1 } },
)

const returnSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  file: Type.Union([Type.Object({ id: Type.Integer() }), Type.Null()], {
    description: 'Among the files of the contract; null when it is not there any more.',
  }),
  sha256: Type.String(),
  state: oneOf(offeredStates),
  untracked: nullable<number>('integer', {
    description:
      'How many changes of the text were not tracked, against what was sent. null where that is not known.',
  }),
  returned: Type.String({ format: 'date-time' }),
  decided: moment('When it was accepted or declined.'),
})

const shareSchema = Type.Object({
  id: Type.Integer(),
  ...person,
  state: oneOf(shareStates, {
    description: 'Answered: they sent back a version or a comment.',
  }),
  document: Type.Object({
    id: Type.Integer({ description: 'The file.' }),
    version: Type.Integer(),
    sha256: Type.String(),
  }),
  message: nullable<string>('string'),
  mayUpload: Type.Boolean(),
  mayComment: Type.Boolean(),
  lastDay: Type.String({
    format: 'date',
    description: 'The last day on which it opens, in the time zone of the organization.',
  }),
  mailed: Type.String({ format: 'date-time', description: 'When they got the last mail.' }),
  opened: moment('When they first opened it.'),
  answered: moment('When they last sent something back.'),
  withdrawn: moment('When it was withdrawn.'),
  locked: Type.Boolean({
    description: 'Whether their codes are refused for a while, because too many wrong ones were entered.',
  }),
  returns: Type.Array(returnSchema, { description: 'What they sent back, the latest first.' }),
  sent: Type.Object(auditedByUser),
})

const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

export const sharesSchema = Type.Object(
  { items: Type.Array(shareSchema) },
  {
    title: 'DocumentShareList',
    examples: [
      {
        items: [
          {
            id: 3,
            name: 'Nils Lindqvist',
            email: 'nils@lindqvist.example',
            state: 'Answered',
            document: { id: 41, version: 1, sha256: hash },
            message: null,
            mayUpload: true,
            mayComment: true,
            lastDay: '2026-04-30',
            mailed: '2026-03-02T09:00:00.000Z',
            opened: '2026-03-02T10:00:00.000Z',
            answered: '2026-03-03T10:00:00.000Z',
            withdrawn: null,
            locked: false,
            returns: [
              {
                id: 7,
                name: 'Agreement.docx',
                file: { id: 52 },
                sha256: hash,
                state: 'Offered',
                untracked: 1,
                returned: '2026-03-03T10:00:00.000Z',
                decided: null,
              },
            ],
            sent: createdExample,
          },
        ],
      },
    ],
  },
)

const at = (date: Date | null) => date?.toISOString() ?? null

/** A share as v2 shows it. */
export const shareToV2 = (share: ShownShare) => ({
  id: share.id,
  name: share.name,
  email: share.email,
  state: share.state,
  document: { id: share.fileId, version: share.fileVersion, sha256: share.sha256.toString('hex') },
  message: share.message,
  mayUpload: share.mayUpload,
  mayComment: share.mayComment,
  lastDay: share.lastDay,
  mailed: share.sentAt.toISOString(),
  opened: at(share.openedAt),
  answered: at(share.answeredAt),
  withdrawn: at(share.withdrawnAt),
  locked: share.isLocked,
  returns: share.returns.map(({ id, name, fileId, isThere, sha256, state, untracked, ...moments }) => ({
    id,
    name,
    file: isThere ? { id: fileId } : null,
    sha256: sha256.toString('hex'),
    state,
    untracked,
    returned: moments.returnedAt.toISOString(),
    decided: at(moments.decidedAt),
  })),
  sent: { dateUtc: share.createdAt.toISOString(), ...doneBy(share.createdBy) },
})

/** What is sent to the other side, and to whom. */
export function shareFromV2(body: unknown): NewShare {
  const properties = propertiesOf(body, [
    'document',
    'people',
    'message',
    'expires',
    'mayUpload',
    'mayComment',
    'contents',
  ])
  const { people } = properties
  if (!Array.isArray(people) || people.length > mostRecipients)
    throw badInput('people', `must be 1 to ${mostRecipients} people.`)
  return {
    version: versionIn(properties),
    people: people.map((each, index) => inside(`people.${index}`, () => personFrom(each))),
    message: textIn(properties, 'message') ?? null,
    expires: expiryIn(properties),
    mayUpload: truthIn(properties, 'mayUpload') ?? false,
    mayComment: truthIn(properties, 'mayComment') ?? false,
    contents: choiceIn(properties, 'contents', sentContents),
  }
}

/** The new last day. */
export const extensionFromV2 = (body: unknown): string => expiryIn(propertiesOf(body, ['expires']))

/** The version of the document that is to be followed. */
export const acceptanceFromV2 = (body: unknown): number => versionIn(propertiesOf(body, ['document']))

type Properties = Readonly<Record<string, unknown>>

const expiryIn = (properties: Properties): string =>
  needed('expires', neverNull('expires', dayIn(properties, 'expires')))

/** `{"document": {"version": 2}}` */
export function versionIn(properties: Properties): number {
  const { version: number } = inside('document', () =>
    propertiesOf(needed('document', properties['document']), ['version']),
  )
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 1)
    throw badInput('document.version', 'must be a whole number from 1.')
  return number
}

function personFrom(value: unknown): NewShare['people'][number] {
  const properties = propertiesOf(value, ['name', 'email'])
  return {
    name: needed('name', neverNull('name', textIn(properties, 'name'))),
    email: needed('email', neverNull('email', textIn(properties, 'email'))),
  }
}
