// How mail goes out and how old the backups are, in the shapes of v2.
import Type from 'typebox'
import { nullable, nullableObject } from '../../http/v2/references.wire.ts'
import { mailWays } from '../../platform/installation/mail-state.ts'
import { type BackupSetup, type MailSetup, type TestState, testStates } from '../mail-and-backups.ts'

const moment = { dateUtc: Type.String({ format: 'date-time' }) }
const shown = (at: Date | null) => at && { dateUtc: at.toISOString() }

export const mailSetupSchema = Type.Object(
  {
    way: Type.Unsafe<MailSetup['way']>({
      type: 'string',
      enum: [...mailWays],
      description:
        '`Delivers`: to a mail server. `Outbox`: kept on a page of the sandbox. `None`: nothing is sent.',
    }),
    sender: Type.Object({
      name: nullable<string>('string', {}),
      address: Type.String(),
    }),
    replyTo: nullable<string>('string', { description: 'Null for the address of the sender.' }),
    receivesAt: nullable<string>('string', {
      description: 'The domain at which matters and contracts receive mail.',
    }),
    lastTest: nullableObject({
      to: Type.String(),
      at: Type.Object(moment),
      state: Type.Unsafe<TestState>({
        type: 'string',
        enum: [...testStates],
        description:
          '`Sent`: the mail server has taken it. `Failed`: it did not, and is asked again later. `Kept`: in the outbox. `Gone`: too long ago to be known.',
      }),
    }),
    problems: Type.Array(Type.String()),
  },
  {
    title: 'MailSetup',
    examples: [
      {
        way: 'Delivers',
        sender: { name: 'Acme Legal', address: 'chancery@acme.example' },
        replyTo: null,
        receivesAt: 'in.acme.example',
        lastTest: { to: 'jo@acme.example', at: { dateUtc: '2026-03-02T09:00:00.000Z' }, state: 'Sent' },
        problems: [],
      },
    ],
  },
)

/** How mail goes out, as v2 shows it. */
export const mailSetupToV2 = ({ lastTest, problems, sender, ...rest }: MailSetup) => ({
  ...rest,
  sender: { ...sender },
  lastTest: lastTest && { ...lastTest, at: { dateUtc: lastTest.at.toISOString() } },
  problems: [...problems],
})

export const backupSetupSchema = Type.Object(
  {
    lastMade: nullableObject(moment),
    lastFailed: nullableObject(moment),
    lastVerified: nullableObject(moment),
    problems: Type.Array(Type.Object({ problem: Type.String(), remedy: Type.String() }), {
      description: 'What is wrong, and what the operator does about it.',
    }),
  },
  {
    title: 'BackupSetup',
    examples: [
      {
        lastMade: { dateUtc: '2026-03-02T02:00:00.000Z' },
        lastFailed: null,
        lastVerified: { dateUtc: '2026-03-01T02:30:00.000Z' },
        problems: [],
      },
    ],
  },
)

/** How old the backups are, as v2 shows it. */
export const backupSetupToV2 = ({ lastMade, lastFailed, lastVerified, concerns }: BackupSetup) => ({
  lastMade: shown(lastMade),
  lastFailed: shown(lastFailed),
  lastVerified: shown(lastVerified),
  problems: concerns.map(({ problem, remedy }) => ({ problem, remedy })),
})
