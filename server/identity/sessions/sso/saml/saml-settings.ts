// The settings of a SAML identity provider: checked when they are entered, by hand or as the metadata it publishes.
import { X509Certificate } from 'node:crypto'
import { badInput, sentence } from '../../../../platform/errors.ts'
import {
  allElements,
  childrenOf,
  readXmlTree,
  UnreadableXml,
  type XmlElement,
} from '../../../../platform/documents/xml-tree.ts'
import { metadataNamespace, signatureNamespace } from './namespaces.ts'

/** What is stored of a SAML provider besides its entity id. */
export interface SamlSettings {
  /** Where people are sent, with the HTTP-Redirect binding. */
  readonly ssoUrl: string
  /** The certificates whose keys may sign assertions, as base64; several while they are being replaced. */
  readonly certificates: readonly string[]
  /** Whether people may come from the provider without having been sent there. */
  readonly idpInitiated: boolean
  /** Whether signatures with SHA-1 are accepted. */
  readonly allowSha1: boolean
  /** The attribute with the email address; null for the usual names. */
  readonly emailAttribute: string | null
}

export const mostCertificates = 5
/** The longest metadata that are read. */
export const longestMetadata = 256 * 1_024
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const samlProtocol = 'urn:oasis:names:tc:SAML:2.0:protocol'

export interface ProviderMetadata extends Pick<SamlSettings, 'ssoUrl' | 'certificates'> {
  readonly issuer: string
}

/** What the metadata say of the identity provider. Throws bad_request. */
export function readProviderMetadata(xml: string): ProviderMetadata {
  const root = parsed(xml)
  const descriptors = [...allElements(root)].filter(
    (each) =>
      each.name === 'EntityDescriptor' &&
      childrenOf(each, metadataNamespace, 'IDPSSODescriptor').some(speaksSaml2),
  )
  const [entity, another] = descriptors
  if (!entity) throw notUsable('They describe no identity provider of SAML 2.0 (IDPSSODescriptor).')
  if (another) throw notUsable('They describe several identity providers: take those of one.')
  const role = childrenOf(entity, metadataNamespace, 'IDPSSODescriptor').find(speaksSaml2)
  const service = childrenOf(role, metadataNamespace, 'SingleSignOnService').find(
    ({ attributes }) => attributes.get('Binding') === redirectBinding,
  )
  if (!service) throw notUsable('They have no SingleSignOnService with the binding HTTP-Redirect.')
  const keys = childrenOf(role, metadataNamespace, 'KeyDescriptor').filter(
    ({ attributes }) => (attributes.get('use') ?? 'signing') === 'signing',
  )
  const certificates = keys
    .flatMap((key) => [...allElements(key)])
    .filter(({ name, namespace }) => name === 'X509Certificate' && namespace === signatureNamespace)
    .map(({ text }) => text)
  return {
    issuer: entity.attributes.get('entityID') ?? '',
    ssoUrl: service.attributes.get('Location') ?? '',
    certificates: [...new Set(certificates.map((text) => text.replaceAll(/\s/g, '')))],
  }
}

function parsed(xml: string): XmlElement {
  try {
    return readXmlTree(xml.trim().replace(/^\ufeff/, ''), {
      mostCharacters: longestMetadata,
      mostElements: 5_000,
      onlyElements: false,
    })
  } catch (error) {
    if (error instanceof UnreadableXml) throw notUsable(error.message)
    throw error
  }
}

const speaksSaml2 = ({ attributes }: XmlElement) =>
  (attributes.get('protocolSupportEnumeration') ?? '').split(/\s+/).includes(samlProtocol)

const notUsable = (why: string) => badInput('metadata', sentence(`These metadata cannot be used. ${why}`))

/** The entity id, as it is stored. Throws bad_request. */
export function checkEntityId(issuer: string): string {
  const checked = issuer.trim()
  if (checked === '' || checked.length > 1_024 || /[\s<>"]/.test(checked)) {
    throw badInput(
      'issuer',
      sentence('The entity id must be the address or name that the provider states for itself.'),
    )
  }
  return checked
}

/** The address people are sent to. Throws bad_request. */
export function checkSsoUrl(address: string, allowLocal: boolean): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  // people are sent there, the server does not call it
  const local = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const allowed = url?.protocol === 'https:' || (local && allowLocal)
  if (!allowed || url.hash !== '' || url.username !== '' || address.length > 2_048) {
    throw badInput('ssoUrl', sentence('The address for signing in must be an https address.'))
  }
  return address
}

/**
 * Certificates as base64, from PEM or base64, without repetition. Throws bad_request: each must hold an RSA key of at
 * least 2048 bits. When a certificate ends is not looked at, because it is trusted for being named here.
 */
export function checkCertificates(texts: readonly string[]): readonly string[] {
  const checked = [...new Set(texts.map(checkCertificate))]
  if (checked.length === 0 || checked.length > mostCertificates) {
    throw badInput('certificates', `must be 1 to ${mostCertificates}.`)
  }
  return checked
}

function checkCertificate(text: string): string {
  const base64 = text.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, '')
  const problem = (why: string) => badInput('certificates', sentence(`A certificate cannot be used: ${why}.`))
  if (base64.length > 16_384 || !/^[A-Za-z0-9+/]+=*$/.test(base64)) throw problem('it is no PEM or base64')
  const key = (() => {
    try {
      return new X509Certificate(Buffer.from(base64, 'base64')).publicKey
    } catch {
      throw problem('it is no X.509 certificate')
    }
  })()
  const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  if (key.asymmetricKeyType !== 'rsa' || modulusLength < 2_048) {
    throw problem('its key must be RSA with at least 2048 bits')
  }
  return base64
}

/** What is shown of a certificate. */
export function describeCertificate(base64: string) {
  const certificate = new X509Certificate(Buffer.from(base64, 'base64'))
  return {
    subject: certificate.subject.replaceAll('\n', ', '),
    fingerprint: certificate.fingerprint256,
    validTo: certificate.validToDate,
  }
}
