// Versions of files in the shapes of v2.
import Type from 'typebox'
import { auditedByUser, createdExample, doneBy, nullable } from '../../http/v2/references.wire.ts'
import type { MailContent } from '../../platform/documents/mail/mail-content.ts'
import type { ListedVersion, VersionText } from '../list-versions.ts'

const states = ['Pending', 'Text', 'NoText', 'Unsupported', 'Unreadable'] as const

const textState = {
  state: Type.Unsafe<VersionText['state']>({
    type: 'string',
    enum: [...states],
    description:
      'Pending: it has not been read yet. NoText: it has none, such as a scan. Unsupported: a format that is not read. Unreadable: `reason` says why.',
  }),
  reason: nullable<string>('string'),
  complete: Type.Boolean({ description: 'Whether all of it was read.' }),
}
const textExample = { state: 'Text', reason: null, complete: true }

const versionSchema = Type.Object({
  version: Type.Integer(),
  name: Type.String(),
  size: Type.Integer(),
  contentType: Type.String(),
  comments: nullable<string>('string'),
  guest: nullable<string>('string', {
    description:
      'Who sent it, with their mail address, where that is somebody without an account: a signer, or somebody of the other side.',
  }),
  untracked: nullable<number>('integer', {
    description:
      'Of what the other side returned: how many changes of the text were not tracked in it, against what was sent. null where that is not known.',
  }),
  created: Type.Object(auditedByUser),
  text: Type.Object(textState),
})

export const versionsSchema = Type.Object(
  { items: Type.Array(versionSchema) },
  {
    examples: [
      {
        items: [
          {
            version: 2,
            name: 'Services agreement.docx',
            size: 48_210,
            contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
            comments: 'With the changes of the other side',
            guest: 'Nils Lindqvist <nils@lindqvist.example>',
            untracked: 1,
            created: createdExample,
            text: textExample,
          },
        ],
      },
    ],
  },
)

export const versionTextSchema = Type.Object(
  {
    ...textState,
    paragraphs: Type.Array(
      Type.Object({
        text: Type.String(),
        page: nullable<number>('integer'),
        level: nullable<number>('integer', { description: 'Of a heading; 1 is the outermost.' }),
      }),
    ),
  },
  {
    examples: [{ ...textExample, paragraphs: [{ text: '1. Services', page: 1, level: 1 }] }],
  },
)

const person = Type.Object({ name: nullable<string>('string'), email: nullable<string>('string') })
const attachmentSchema = Type.Object({
  number: Type.Integer(),
  name: Type.String(),
  contentType: Type.String(),
  size: Type.Integer(),
  inline: Type.Boolean({ description: 'Whether it is a picture in the text.' }),
  href: Type.String({ description: 'Where it is downloaded.' }),
})

export const mailSchema = Type.Object(
  {
    from: Type.Unsafe<{ name: string | null; email: string | null } | null>({
      ...person,
      type: ['object', 'null'],
    }),
    to: Type.Array(person),
    cc: Type.Array(person),
    subject: nullable<string>('string'),
    sent: nullable<string>('string', { format: 'date-time' }),
    text: Type.String(),
    html: nullable<string>('string'),
    attachments: Type.Array(attachmentSchema),
  },
  {
    examples: [
      {
        from: { name: 'Ana Prior', email: 'ana.prior@harbour.example' },
        to: [{ name: null, email: 'bo.lind@harbour.example' }],
        cc: [],
        subject: 'The claim',
        sent: '2026-03-02T09:00:00.000Z',
        text: 'Dear Bo',
        html: '<p>Dear Bo</p>',
        attachments: [
          {
            number: 1,
            name: 'proof.pdf',
            contentType: 'application/pdf',
            size: 4_096,
            inline: false,
            href: '/v2/files/4711/versions/1/mail/attachments/1',
          },
        ],
      },
    ],
  },
)

/** A version in the shape of v2. */
export const versionToV2 = ({ createdAt, createdBy, ...version }: ListedVersion) => ({
  ...version,
  created: { dateUtc: createdAt.toISOString(), ...doneBy(createdBy) },
})

/** A mail in the shape of v2, with the addresses of its attachments. */
export const mailToV2 = (
  { attachments, to, cc, ...mail }: MailContent,
  { id, version }: { readonly id: number; readonly version: number },
) => ({
  ...mail,
  to: [...to],
  cc: [...cc],
  attachments: attachments.map((attachment, place) => ({
    number: place + 1,
    ...attachment,
    href: `/v2/files/${id}/versions/${version}/mail/attachments/${place + 1}`,
  })),
})
