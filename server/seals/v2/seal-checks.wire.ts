// What v2 answers to a check of the seals of a file.
import Type from 'typebox'
import { nullable } from '../../http/v2/references.wire.ts'
import { verdicts } from '../check-seals.ts'

const sealSchema = Type.Object({
  organization: nullable<string>('string', {
    description:
      'What the organisation of this installation that sealed it was called then; null for other signatures. Organisations choose their names, which nobody checks.',
  }),
  organizationToday: nullable<string>('string', { description: 'What it is called today.' }),
  mailDomains: Type.Array(
    Type.Object({ domain: Type.String(), provedAt: Type.String({ format: 'date-time' }) }),
    { description: 'The mail domains that it has proven to be its own.' },
  ),
  subject: Type.String({ description: 'The name in the certificate.' }),
  issuer: Type.String({ description: 'The name of its authority.' }),
  selfMade: Type.Boolean({ description: 'Whether the organisation made the certificate itself.' }),
  fingerprint: nullable<string>('string', { description: 'SHA-256 of the certificate.' }),
  sealedAt: nullable<string>('string', { format: 'date-time', description: 'As the seal itself says.' }),
  timeStamp: Type.Union(
    [Type.Object({ at: Type.String({ format: 'date-time' }), by: Type.String() }), Type.Null()],
    { description: 'What a time-stamp authority says, whose name is not checked.' },
  ),
  reason: nullable<string>('string', { description: 'Who signed, as the seal says.' }),
  validWhenSealed: nullable<boolean>('boolean', {
    description: 'Whether the certificate was valid at that time; null if it is not known.',
  }),
  replacedAt: nullable<string>('string', {
    format: 'date-time',
    description: 'Since when the organisation seals with another certificate.',
  }),
  intact: Type.Boolean({ description: 'Whether the bytes that it covers are those that were sealed.' }),
  coversWholeFile: Type.Boolean(),
  coveredBytes: Type.Integer({
    description:
      'How many bytes from the beginning of the file it covers: they are the file as it was sealed.',
  }),
})
export const checkSchema = Type.Object(
  {
    verdict: Type.Enum([...verdicts], {
      description:
        'Unchanged: the last seal is of this installation and covers the whole file, or all but validation data that was added to it here; the file is as it was sealed. Extended: something was added after the last seal, so that what is shown may not be what was signed; the bytes that the seal covers are the file without it; or something was added to the signature itself, which no seal covers, such as certificates of others. Changed: the bytes under a seal are not those that were sealed. NotOurs: signed with other certificates only. NotSealed: no seal.',
    }),
    validationData: Type.Boolean({
      description:
        'Whether the last seal is followed by its validation data, and nothing else: its certificates, and what their authorities said of them when it was sealed.',
    }),
    seals: Type.Array(sealSchema, { description: 'The first one first.' }),
  },
  {
    title: 'SealCheck',
    examples: [
      {
        verdict: 'Unchanged',
        validationData: false,
        seals: [
          {
            organization: 'Acme Ltd',
            organizationToday: 'Acme Holdings Ltd',
            mailDomains: [{ domain: 'acme.example', provedAt: '2026-01-12T09:00:00.000Z' }],
            subject: 'Acme Ltd',
            issuer: 'Acme Ltd',
            selfMade: true,
            fingerprint: '7d865e959b2466918c9863afca942d0fb89d7c9ac0c99bafc3749504ded97730',
            sealedAt: '2026-03-02T09:00:00.000Z',
            timeStamp: null,
            reason: 'Signed by Ana Prior for Acme Ltd',
            validWhenSealed: true,
            replacedAt: null,
            intact: true,
            coversWholeFile: true,
            coveredBytes: 184320,
          },
        ],
      },
    ],
  },
)
