// What v2 answers to a check of the seals of a file.
import Type from 'typebox'
import { nullable } from '../../http/v2/references.wire.ts'
import { verdicts } from '../check-seals.ts'

const sealSchema = Type.Object({
  organization: nullable<string>('string', {
    description: 'The organisation of this installation that sealed it; null for other signatures.',
  }),
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
})
export const checkSchema = Type.Object(
  {
    verdict: Type.Enum([...verdicts], {
      description:
        'Unchanged: the last seal is of this installation and covers the whole file, or all but validation data that was added to it here; the file is as it was sealed. Extended: something was added after the last seal. Changed: the bytes under a seal are not those that were sealed. NotOurs: signed with other certificates only. NotSealed: no seal.',
    }),
    validationData: Type.Boolean({
      description:
        'Whether the last seal is followed by validation data, and nothing else: certificates, and what their authorities said of them when it was sealed.',
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
          },
        ],
      },
    ],
  },
)
