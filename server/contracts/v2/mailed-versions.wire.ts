// Offered versions that came by mail in the shape of v2.
import Type from 'typebox'
import {
  auditedByUser,
  createdExample,
  doneBy,
  nullable,
  nullableObject,
  oneOf,
} from '../../http/v2/references.wire.ts'
import type { MailedVersions } from '../sharing/mailed-version.ts'
import { offeredStates } from '../sharing/offered.ts'

const file = { id: Type.Integer() }
const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

export const mailedVersionsSchema = Type.Object(
  {
    document: nullableObject(
      { ...file, name: Type.String(), version: Type.Integer() },
      { description: 'With its current version; null while no version is taken.' },
    ),
    items: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String({ description: 'Of the attachment.' }),
        file: Type.Object(file, { description: 'Among the files of the contract.' }),
        mail: nullableObject(file, {
          description: 'The mail among the files of the contract; null if it is not there any more.',
        }),
        sha256: Type.String(),
        state: oneOf(offeredStates),
        received: Type.Object(auditedByUser, { description: 'When, and who sent the mail.' }),
        decided: nullable<string>('string', {
          format: 'date-time',
          description: 'When it was accepted or declined.',
        }),
      }),
    ),
  },
  {
    title: 'MailedVersionList',
    examples: [
      {
        document: { id: 41, name: 'Agreement.docx', version: 2 },
        items: [
          {
            id: 7,
            name: 'Agreement.docx',
            file: { id: 52 },
            mail: { id: 51 },
            sha256: hash,
            state: 'Offered',
            received: createdExample,
            decided: null,
          },
        ],
      },
    ],
  },
)

/** The versions as v2 shows them. */
export const mailedVersionsToV2 = ({ document, items }: MailedVersions) => ({
  document: document && { id: document.id, name: document.name, version: document.version },
  items: items.map(
    ({ id, name, fileId, mailFileId, hasMail, sha256, state, sender, returnedAt, decidedAt }) => ({
      id,
      name,
      file: { id: fileId },
      mail: hasMail ? { id: mailFileId } : null,
      sha256: sha256.toString('hex'),
      state,
      received: { dateUtc: returnedAt.toISOString(), ...doneBy(sender) },
      decided: decidedAt?.toISOString() ?? null,
    }),
  ),
})
