// Shapes of the identity provider that an organisation signs in with, in v2.
import { X509Certificate } from 'node:crypto'
import Type, { type Static } from 'typebox'
import type { ProviderSetup } from '../sso/provider-setup.ts'
import { describeCertificate } from '../sso/saml/saml-settings.ts'

/** The protocols by their names on the wire. */
export const protocols = ['OpenIdConnect', 'Saml'] as const
export const protocolSchema = Type.Unsafe<(typeof protocols)[number]>({
  type: 'string',
  enum: [...protocols],
})
const DateTime = Type.String({ format: 'date-time' })
const When = Type.Object({ dateUtc: DateTime })
const text = (description: string) => Type.String({ description })
const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(
  schema: Schema,
  description?: string,
) => Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

const certificateSchema = Type.Object({
  subject: Type.String(),
  fingerprint: text('SHA-256.'),
  validTo: DateTime,
  value: text('Base64.'),
})

const settingsSchema = Type.Object({
  protocol: protocolSchema,
  name: text('Shown on the sign-in page.'),
  issuer: text('The issuer of OpenID Connect, or the entity id of SAML.'),
  clientId: orNull(Type.String(), 'Of OpenID Connect. Its secret is never shown.'),
  ssoUrl: orNull(Type.String(), 'Of SAML: where people are sent.'),
  certificates: Type.Array(certificateSchema, { description: 'Of SAML: what the provider may sign with.' }),
  idpInitiated: Type.Boolean({ description: 'Of SAML: whether people may start at the provider.' }),
  allowSha1: Type.Boolean({ description: 'Of SAML: whether signatures with SHA-1 are accepted.' }),
  emailAttribute: orNull(
    Type.String(),
    'Of SAML: the attribute with the email address; null for the usual names.',
  ),
  changed: When,
  isLive: Type.Boolean({ description: 'Whether these are the settings that count.' }),
  hasPassed: Type.Boolean({ description: 'Whether a test of exactly these settings has passed.' }),
})

const testSchema = Type.Object({
  at: When,
  passed: Type.Boolean(),
  isCurrent: Type.Boolean({ description: 'Whether the settings have not changed since.' }),
  details: orNull(
    Type.Object({
      problem: orNull(Type.String(), 'Why nobody could sign in with this; null if somebody could.'),
      advice: orNull(Type.String(), 'What to do about it.'),
      subject: orNull(Type.String(), 'What the provider calls the person.'),
      email: orNull(Type.String()),
      attributes: Type.Array(Type.Object({ name: Type.String(), values: Type.Array(Type.String()) })),
      user: orNull(
        Type.Object({ id: Type.String({ format: 'uuid' }), name: Type.String() }),
        'Who would sign in.',
      ),
      isBound: Type.Boolean({ description: 'Whether they signed in so before.' }),
    }),
    'What came from the provider. Null a day after the test.',
  ),
})

const ownSchema = Type.Object({
  entityId: Type.String(),
  acsUrl: text('Where the provider sends its answers.'),
  metadataUrl: text('All of it for the provider, readable by everyone.'),
  certificates: Type.Array(
    Type.Object({
      id: Type.Integer(),
      fingerprint: text('SHA-256.'),
      validTo: DateTime,
      created: When,
      signs: Type.Boolean({
        description: 'Whether requests are signed with it; all of them open what is encrypted.',
      }),
    }),
  ),
})

const fingerprint =
  'A9:52:1F:0B:6E:13:7C:88:54:02:4D:D0:91:3A:EF:27:65:BB:0C:7A:11:F0:42:9E:D8:30:C5:6B:02:9D:7F:4E'
const ours = 'https://legal.example.com/session/saml/0b9f1c7e-6a1d-4a35-9b8e-3a1f6f0d2c44'

export const setupSchema = Type.Object(
  {
    live: orNull(
      Type.Object({
        protocol: protocolSchema,
        name: Type.String(),
        issuer: Type.String(),
        changed: When,
        setBy: Type.Unsafe<'Operator' | 'Administrators'>({
          type: 'string',
          enum: ['Operator', 'Administrators'],
        }),
      }),
      'The provider that people sign in with.',
    ),
    settings: orNull(settingsSchema, 'What is prepared. It counts once it was tested and enabled.'),
    lastTest: orNull(testSchema),
    saml: orNull(ownSchema, 'What a SAML provider has to know of us. Null before the first certificate.'),
    redirectUrl: text('What an OpenID Connect provider has to allow.'),
    mailDomains: Type.Array(Type.String(), { description: 'Whose addresses are sent to the provider.' }),
    passwords: Type.Boolean({ description: 'Whether people may also sign in with passwords.' }),
  },
  {
    examples: [
      {
        live: null,
        settings: {
          protocol: 'Saml',
          name: 'Acme login',
          issuer: 'https://login.acme.example/saml',
          clientId: null,
          ssoUrl: 'https://login.acme.example/saml/sso',
          certificates: [
            {
              subject: 'CN=login.acme.example',
              fingerprint,
              validTo: '2029-01-01T00:00:00.000Z',
              value: 'MIIDazCCAlO…',
            },
          ],
          idpInitiated: false,
          allowSha1: false,
          emailAttribute: null,
          changed: { dateUtc: '2026-03-02T09:00:00.000Z' },
          isLive: false,
          hasPassed: true,
        },
        lastTest: {
          at: { dateUtc: '2026-03-02T09:05:00.000Z' },
          passed: true,
          isCurrent: true,
          details: {
            problem: null,
            advice: null,
            subject: 'jo@acme.example',
            email: 'jo@acme.example',
            attributes: [{ name: 'mail', values: ['jo@acme.example'] }],
            user: { id: '7d1f5b62-3a1c-4b7e-9b1a-0f6d0c2a9e11', name: 'Jo Marsh' },
            isBound: false,
          },
        },
        saml: {
          entityId: `${ours}/metadata`,
          acsUrl: `${ours}/acs`,
          metadataUrl: `${ours}/metadata`,
          certificates: [
            {
              id: 4,
              fingerprint,
              validTo: '2036-03-01T08:55:00.000Z',
              created: { dateUtc: '2026-03-02T08:55:00.000Z' },
              signs: true,
            },
          ],
        },
        redirectUrl: 'https://legal.example.com/session/sso/callback',
        mailDomains: ['acme.example'],
        passwords: true,
      },
    ],
  },
)

const wireName = { oidc: 'OpenIdConnect', saml: 'Saml' } as const
const when = (at: Date) => ({ dateUtc: at.toISOString() })

/** How an organisation signs in, for the wire. */
export function setupToV2(setup: ProviderSetup): Static<typeof setupSchema> {
  const { live, redirectUrl, mailDomains, passwords } = setup
  return {
    live: live && {
      protocol: wireName[live.protocol],
      name: live.name,
      issuer: live.issuer,
      changed: when(live.changedAt),
      setBy: live.setBy,
    },
    settings: settingsToV2(setup.draft),
    lastTest: testToV2(setup.lastTest),
    saml: ownToV2(setup.serviceProvider),
    redirectUrl,
    mailDomains: [...mailDomains],
    passwords,
  }
}

function settingsToV2(draft: ProviderSetup['draft']): Static<typeof setupSchema>['settings'] {
  if (!draft) return null
  const { protocol, name, issuer, clientId, saml, changedAt, isLive, hasPassed } = draft
  return {
    protocol: wireName[protocol],
    name,
    issuer,
    clientId,
    ssoUrl: saml?.ssoUrl ?? null,
    certificates: (saml?.certificates ?? []).map((value) => {
      const { validTo, ...described } = describeCertificate(value)
      return { ...described, validTo: validTo.toISOString(), value }
    }),
    idpInitiated: saml?.idpInitiated ?? false,
    allowSha1: saml?.allowSha1 ?? false,
    emailAttribute: saml?.emailAttribute ?? null,
    changed: when(changedAt),
    isLive,
    hasPassed,
  }
}

function testToV2(test: ProviderSetup['lastTest']): Static<typeof setupSchema>['lastTest'] {
  if (!test) return null
  const { at, passed, isCurrent, details } = test
  return {
    at: when(at),
    passed,
    isCurrent,
    details: details && {
      problem: details.problem,
      advice: details.advice,
      subject: details.subject,
      email: details.email,
      attributes: Object.entries(details.attributes).map(([name, values]) => ({ name, values: [...values] })),
      user: details.userId === null ? null : { id: details.userId, name: details.userName ?? '' },
      isBound: details.isBound,
    },
  }
}

function ownToV2(own: ProviderSetup['serviceProvider']): Static<typeof setupSchema>['saml'] {
  if (!own || own.keys.length === 0) return null
  return {
    entityId: own.entityId,
    acsUrl: own.acsUrl,
    metadataUrl: own.entityId,
    certificates: own.keys.map(({ id, certificate, createdAt }, place) => {
      const { fingerprint256, validToDate } = new X509Certificate(certificate)
      return {
        id,
        fingerprint: fingerprint256,
        validTo: validToDate.toISOString(),
        created: when(createdAt),
        signs: place === 0,
      }
    }),
  }
}
