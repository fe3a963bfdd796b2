// A user's own sessions and password in their v2 shapes.
import Type, { type Static } from 'typebox'
import type { PasswordChange } from '../../oauth/commands/change-password.ts'
import type { MySession } from '../my-sessions.ts'

const closed = { additionalProperties: false }
const DateTime = Type.String({ format: 'date-time' })
const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

export const MySessionsV2 = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Type.String({ format: 'uuid' }),
        current: Type.Boolean({ description: 'Whether it is the calling session.' }),
        method: Type.Unsafe<MySession['method']>({
          type: 'string',
          enum: ['password', 'sso', 'passkey'],
          description: 'How the user signed in.',
        }),
        browser: textOrNull('Such as Firefox 133; null if unknown.'),
        system: textOrNull('Such as Windows 10; null if unknown.'),
        device: Type.Unsafe<MySession['kind']>({
          type: ['string', 'null'],
          enum: ['computer', 'phone', 'tablet', null],
        }),
        address: textOrNull('The IP address it was last used from.'),
        signedIn: DateTime,
        lastUsed: Type.String({ format: 'date-time', description: 'Accurate to five minutes.' }),
      }),
    ),
  },
  {
    examples: [
      {
        items: [
          {
            id: '7f1d2c9e-3a55-4d7b-9c0e-2b8f6a1d4e90',
            current: true,
            method: 'password',
            browser: 'Firefox 133',
            system: 'Windows 10',
            device: 'computer',
            address: '203.0.113.9',
            signedIn: '2026-03-02T09:00:00.000Z',
            lastUsed: '2026-03-04T07:30:00.000Z',
          },
        ],
      },
    ],
  },
)

/** A session in its v2 shape. */
export const sessionToV2 = ({ kind, beganAt, lastUsedAt, ...session }: MySession) => ({
  ...session,
  device: kind,
  signedIn: beganAt.toISOString(),
  lastUsed: lastUsedAt.toISOString(),
})

export const EndSessionsV2 = Type.Object(
  {
    keepCurrent: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether the calling session continues.' }),
    ),
    integrations: Type.Optional(
      Type.Boolean({ default: false, description: 'Whether the access of integrations ends too.' }),
    ),
  },
  { ...closed, examples: [{ keepCurrent: true, integrations: false }] },
)

export const PasswordChangeV2 = Type.Object(
  {
    currentPassword: Type.String({ maxLength: 1_000 }),
    newPassword: Type.String({
      maxLength: 1_000,
      description:
        '12 to 200 characters. Passwords on lists of stolen ones, and those made of the name, email address or organisation, are rejected.',
    }),
    endIntegrations: Type.Optional(
      Type.Boolean({ default: false, description: 'Whether the access of integrations ends too.' }),
    ),
  },
  {
    ...closed,
    examples: [
      {
        currentPassword: 'plum tuesday gravel',
        newPassword: 'lantern orbit marmalade',
        endIntegrations: false,
      },
    ],
  },
)

/** The change requested in a body. */
export const changedPasswordV2 = ({
  endIntegrations = false,
  ...passwords
}: Static<typeof PasswordChangeV2>): PasswordChange => ({ ...passwords, endIntegrations })
