// The signed copy of a contract in the shape of v2.
import Type from 'typebox'
import { jsonBody } from '../../http/v2/bodies.ts'
import { dayIn, inside, needed, neverNull, propertiesOf, textIn } from '../../http/v2/merge-patch.ts'
import {
  auditedByUser,
  createdExample,
  doneBy,
  nullable,
  nullableObject,
} from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import type { Signed } from '../signing/record-signed-copy.ts'
import { mostSignatories, type Signatory, type SignedCopy } from '../signing/signed-copy.ts'

const text = (description: string) => nullable<string>('string', { maxLength: 255, description })
const signatory = Type.Object(
  {
    name: Type.String({ maxLength: 255 }),
    title: text('As what they signed.'),
    party: text('The party that they signed for.'),
    signedOn: Type.String({
      format: 'date',
      description: 'Today or earlier, by the calendar of the organisation.',
    }),
  },
  { additionalProperties: false },
)

const example = {
  document: { version: 1 },
  signatories: [
    { name: 'Ana Prior', title: 'General Counsel', party: 'Harbour Foods Ltd', signedOn: '2026-03-02' },
    { name: 'Nils Lindqvist', title: 'Director', party: 'Lindqvist Shipping AB', signedOn: '2026-02-27' },
  ],
}

export const signedCopyBody = jsonBody(
  Type.Object(
    {
      document: Type.Object(
        { version: Type.Integer({ minimum: 1 }) },
        { additionalProperties: false, description: 'The current version of the document of the contract.' },
      ),
      signatories: Type.Array(signatory, { minItems: 1, maxItems: mostSignatories }),
    },
    { additionalProperties: false },
  ),
  example,
)

export const signedCopySchema = Type.Object(
  {
    document: Type.Object({
      id: Type.Integer({ description: 'The file.' }),
      version: Type.Integer(),
      sha256: Type.String({ description: 'The hash of its content, in hexadecimal digits.' }),
      isCurrent: Type.Boolean({ description: 'Whether the document has no later version.' }),
    }),
    signatories: Type.Array(signatory, {
      description: 'None where an integration only said that the document is signed.',
    }),
    recorded: Type.Object(auditedByUser),
    locked: Type.Boolean({
      description:
        'Whether key facts, parties and document change by amendments only. False of what was recorded before there was a lock.',
    }),
    correction: nullableObject(
      { reason: Type.String(), since: Type.String({ format: 'date-time' }) },
      { description: 'Why it is open for a correction.' },
    ),
  },
  {
    title: 'SignedCopy',
    examples: [
      {
        document: {
          id: 41,
          version: 1,
          sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
          isCurrent: true,
        },
        signatories: example.signatories,
        recorded: createdExample,
        locked: true,
        correction: null,
      },
    ],
  },
)

/** A signed copy as v2 shows it. */
export const signedCopyToV2 = (copy: SignedCopy) => ({
  document: {
    id: copy.fileId,
    version: copy.version,
    sha256: copy.sha256.toString('hex'),
    isCurrent: copy.isCurrent,
  },
  signatories: copy.signatories.map((each) => ({ ...each })),
  recorded: { dateUtc: copy.recordedAt.toISOString(), ...doneBy(copy.recordedBy) },
  locked: copy.locked,
  correction: copy.correction && {
    reason: copy.correction.reason,
    since: copy.correction.since.toISOString(),
  },
})

/** What was signed, and by whom. What can be read of a signed copy is ignored besides. */
export function signedFromV2(body: unknown): Omit<Signed, 'checkVersion'> {
  const { document, signatories } = propertiesOf(
    body,
    ['document', 'signatories'],
    ['recorded', 'locked', 'correction'],
  )
  const given = needed('document', document)
  const { version } = inside('document', () =>
    propertiesOf(given, ['version'], ['id', 'sha256', 'isCurrent']),
  )
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    throw badInput('document.version', 'must be a whole number from 1.')
  if (!Array.isArray(signatories) || signatories.length > mostSignatories)
    throw badInput('signatories', `must be 1 to ${mostSignatories} people.`)
  return {
    version,
    signatories: signatories.map((each, index) => inside(`signatories.${index}`, () => signatoryFrom(each))),
  }
}

function signatoryFrom(value: unknown): Signatory {
  const properties = propertiesOf(value, ['name', 'title', 'party', 'signedOn'])
  return {
    name: needed('name', neverNull('name', textIn(properties, 'name'))),
    title: textIn(properties, 'title') ?? null,
    party: textIn(properties, 'party') ?? null,
    signedOn: needed('signedOn', neverNull('signedOn', dayIn(properties, 'signedOn'))),
  }
}
