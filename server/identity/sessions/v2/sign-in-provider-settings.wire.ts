// What is sent to set up an identity provider, in v2.
import Type from 'typebox'
import { jsonBody } from '../../../http/v2/bodies.ts'
import { choiceIn, needed, neverNull, propertiesOf, textIn, truthIn } from '../../../http/v2/merge-patch.ts'
import { badInput, sentence } from '../../../platform/errors.ts'
import type { OpenIdEntry, SamlEntry } from '../sso/provider-drafts.ts'
import { longestMetadata, mostCertificates } from '../sso/saml/saml-settings.ts'
import { protocols, protocolSchema } from './sign-in-provider.wire.ts'

const named = ['protocol', 'name', 'issuer'] as const
const openIdNames = [...named, 'clientId', 'clientSecret'] as const
const samlNames = [
  ...named,
  'metadata',
  'ssoUrl',
  'certificates',
  'idpInitiated',
  'allowSha1',
  'emailAttribute',
] as const

/** The body of new settings. */
export const settingsBody = jsonBody(
  Type.Object(
    {
      protocol: protocolSchema,
      name: Type.String({ minLength: 1, maxLength: 100 }),
      issuer: Type.Optional(Type.String({ maxLength: 1_024 })),
      clientId: Type.Optional(Type.String({ maxLength: 255, description: 'Of OpenID Connect.' })),
      clientSecret: Type.Optional(
        Type.String({
          maxLength: 1_000,
          description: 'Of OpenID Connect; left out, the one entered before stays.',
        }),
      ),
      metadata: Type.Optional(
        Type.String({
          maxLength: longestMetadata,
          description:
            'Of SAML: the XML that the provider publishes, instead of issuer, ssoUrl and certificates.',
        }),
      ),
      ssoUrl: Type.Optional(
        Type.String({ maxLength: 2_048, description: 'Of SAML, binding HTTP-Redirect.' }),
      ),
      certificates: Type.Optional(
        Type.Array(Type.String({ maxLength: 20_000 }), {
          minItems: 1,
          maxItems: mostCertificates,
          description: 'Of SAML: PEM or base64. Several while the provider replaces its own.',
        }),
      ),
      idpInitiated: Type.Optional(Type.Boolean({ default: false })),
      allowSha1: Type.Optional(Type.Boolean({ default: false })),
      emailAttribute: Type.Optional(Type.Union([Type.String({ maxLength: 255 }), Type.Null()])),
    },
    { additionalProperties: false },
  ),
  {
    protocol: 'OpenIdConnect',
    name: 'Acme login',
    issuer: 'https://login.acme.example',
    clientId: 'chancery',
    clientSecret: 'of the client at the provider',
  },
)

/** New settings from the wire. Throws bad_request. */
export function settingsFromV2(body: unknown): OpenIdEntry | SamlEntry {
  const protocol = needed(
    'protocol',
    choiceIn(propertiesOf(body, [...new Set([...openIdNames, ...samlNames])]), 'protocol', protocols),
  )
  const properties = propertiesOf(body, protocol === 'Saml' ? samlNames : openIdNames)
  const required = (name: string, longest: number) =>
    needed(name, neverNull(name, textIn(properties, name, { longest })))
  const name = required('name', 100)
  if (protocol === 'OpenIdConnect') {
    return {
      protocol: 'oidc',
      name,
      issuer: required('issuer', 1_024),
      clientId: required('clientId', 255),
      clientSecret: neverNull('clientSecret', textIn(properties, 'clientSecret', { longest: 1_000 })),
    }
  }
  return {
    protocol: 'saml',
    name,
    from: samlSourceFrom(properties, required),
    idpInitiated: truthIn(properties, 'idpInitiated') ?? false,
    allowSha1: truthIn(properties, 'allowSha1') ?? false,
    emailAttribute: textIn(properties, 'emailAttribute') ?? null,
  }
}

function samlSourceFrom(
  properties: Readonly<Record<string, unknown>>,
  required: (name: string, longest: number) => string,
): SamlEntry['from'] {
  const byHand = ['issuer', 'ssoUrl', 'certificates']
  if (properties['metadata'] === undefined) {
    return {
      issuer: required('issuer', 1_024),
      ssoUrl: required('ssoUrl', 2_048),
      certificates: certificatesIn(properties['certificates']),
    }
  }
  if (byHand.some((name) => properties[name] !== undefined)) {
    throw badInput('metadata', sentence('Leave out issuer, ssoUrl and certificates: the metadata have them'))
  }
  return { metadata: required('metadata', longestMetadata) }
}

function certificatesIn(value: unknown): readonly string[] {
  if (Array.isArray(value) && value.length > 0 && value.length <= mostCertificates) {
    if (value.every((each) => typeof each === 'string')) return value
  }
  throw badInput('certificates', `must be a list of 1 to ${mostCertificates} certificates.`)
}
