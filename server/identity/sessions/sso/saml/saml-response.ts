// Checks the answer of a SAML provider. Signatures, decryption, times and the audience are checked by node-saml. What
// is refused before, because no honest provider sends it: document types, comments, a second assertion anywhere,
// signatures in unusual places, ids that occur twice, weak algorithms. What is believed afterwards is only what the
// signature covers.
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { decryptXml } from '@node-saml/node-saml/lib/xml.js'
import {
  allElements,
  childrenOf,
  readXmlTree,
  UnreadableXml,
  type XmlElement,
} from '../../../../platform/documents/xml-tree.ts'
import { causesOf, SsoRefusal } from '../refusal.ts'
import { refuseWeakAlgorithms } from './algorithms.ts'
import { type Expectations, notValid, shown, skewMs, wrongIssuer, wrongRequest } from './expectations.ts'
import { assertionNamespace, protocolNamespace, signatureNamespace } from './namespaces.ts'
import { checkStatement, type SamlStatement } from './saml-statement.ts'

/** What a provider states in the value of SAMLResponse. Throws SsoRefusal, with advice for the administrator. */
export async function checkSamlResponse(message: string, expected: Expectations): Promise<SamlStatement> {
  const xml = decoded(message)
  const response = parsed(xml)
  checkEnvelope(response, expected)
  const encrypted = childrenOf(response, assertionNamespace, 'EncryptedAssertion').length > 0
  checkStructure(response, encrypted)
  refuseWeakAlgorithms(response, expected.settings)
  const key = encrypted ? await fittingKey(xml, expected) : undefined
  const assertion = await signedAssertion(message, response, expected, key)
  return checkStatement(parsed(assertion), expected)
}

function decoded(message: string): string {
  const base64 = message.replaceAll(/[\r\n]/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw notValid('The answer is not base64.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'))
  } catch (error) {
    throw notValid('The answer is not UTF-8.', error)
  }
}

function parsed(xml: string): XmlElement {
  try {
    return readXmlTree(xml, { mostCharacters: 64 * 1_024, mostElements: 2_000, onlyElements: true })
  } catch (error) {
    if (error instanceof UnreadableXml) throw notValid(`The answer cannot be read. ${error.message}`)
    throw error
  }
}

function checkEnvelope(response: XmlElement, { acsUrl, issuer, requestId }: Expectations): void {
  if (response.name !== 'Response' || response.namespace !== protocolNamespace) {
    throw notValid('The answer is no Response of SAML 2.0.')
  }
  const destination = response.attributes.get('Destination')
  const isSigned = childrenOf(response, signatureNamespace, 'Signature').length > 0
  if (destination === undefined ? isSigned : destination !== acsUrl) {
    throw notValid(
      `The answer is meant for ${shown(destination)} (Destination). The provider has to send it to ${acsUrl}.`,
    )
  }
  const [stated] = childrenOf(response, assertionNamespace, 'Issuer')
  if (stated && stated.text.trim() !== issuer) throw wrongIssuer(stated.text, issuer)
  checkStatus(response)
  const answered = response.attributes.get('InResponseTo')
  if (answered !== requestId && (answered !== undefined || requestId !== undefined))
    throw wrongRequest(requestId)
}

function checkStatus(response: XmlElement): void {
  const [status] = childrenOf(response, protocolNamespace, 'Status')
  const [code] = childrenOf(status, protocolNamespace, 'StatusCode')
  const value = code?.attributes.get('Value') ?? ''
  if (value.endsWith(':status:Success')) return
  const [second] = childrenOf(code, protocolNamespace, 'StatusCode')
  const [message] = childrenOf(status, protocolNamespace, 'StatusMessage')
  const said = [value, second?.attributes.get('Value'), message?.text.trim()].filter(Boolean).join(', ')
  const advice = `The provider refused the sign-in: ${shown(said)}. Its log says why.`
  const isCancelled = second?.attributes.get('Value')?.endsWith(':AuthnFailed') ?? false
  throw new SsoRefusal(isCancelled ? 'cancelled' : 'not_valid', new Error(advice), advice)
}

/** Exactly one assertion, where it belongs; signatures only of it and of the response; every id once. */
function checkStructure(root: XmlElement, encrypted: boolean): void {
  const elements = [...allElements(root)]
  const named = (name: string) => elements.filter((each) => each.name === name)
  const assertions = [...named('Assertion'), ...named('EncryptedAssertion')]
  const direct = childrenOf(root, assertionNamespace, encrypted ? 'EncryptedAssertion' : 'Assertion')
  const hidden = named('EncryptedData').length
  if (assertions.length !== 1 || direct.length !== 1 || named('Response').length !== 1) {
    throw notValid('The answer must have exactly one assertion.')
  }
  if (hidden !== (encrypted ? 1 : 0)) {
    throw notValid('The answer encrypts something else than the assertion as a whole.')
  }
  checkSignaturePlaces(elements, [root, ...direct])
}

/** These elements may have one signature each, and nothing else may; every id occurs once. */
function checkSignaturePlaces(elements: readonly XmlElement[], signed: readonly XmlElement[]): void {
  const places = signed.map((each) => childrenOf(each, signatureNamespace, 'Signature'))
  const expected = places.flat()
  const found = elements.filter(({ name }) => name === 'Signature')
  if (places.some(({ length }) => length > 1) || found.some((each) => !expected.includes(each))) {
    throw notValid('The answer has a signature where none is expected.')
  }
  const ids = elements.flatMap(({ attributes }) =>
    ['ID', 'Id', 'id'].flatMap((name) => attributes.get(name) ?? []),
  )
  if (new Set(ids).size !== ids.length) throw notValid('The answer has two elements with the same id.')
}

/** The key that opens the assertion, which is looked at as the answer was: the key is ours, what it hides is not. */
async function fittingKey(xml: string, { keys, settings }: Expectations): Promise<string> {
  for (const key of keys) {
    const opened = await decryptXml(xml, key).catch(() => undefined)
    if (opened === undefined) continue
    const assertion = parsed(opened)
    if (assertion.name !== 'Assertion' || assertion.namespace !== assertionNamespace) {
      throw notValid('What is encrypted is no assertion.')
    }
    const elements = [...allElements(assertion)]
    if (elements.filter(({ name }) => name === 'Assertion').length !== 1) {
      throw notValid('The answer must have exactly one assertion.')
    }
    checkSignaturePlaces(elements, [assertion])
    refuseWeakAlgorithms(assertion, settings)
    return key
  }
  throw notValid(
    'The assertion is encrypted for another certificate. Give the provider the metadata of this page again.',
  )
}

/** The assertion as it was signed. */
async function signedAssertion(
  message: string,
  response: XmlElement,
  { settings, issuer, entityId, acsUrl }: Expectations,
  key: string | undefined,
): Promise<string> {
  const saml = new SAML({
    idpCert: [...settings.certificates],
    idpIssuer: issuer,
    issuer: entityId,
    audience: entityId,
    callbackUrl: acsUrl,
    wantAssertionsSigned: true,
    // a response need not be signed, but if it is, its signature has to be right
    wantAuthnResponseSigned: childrenOf(response, signatureNamespace, 'Signature').length > 0,
    // checked in what is signed, by saml-statement.ts
    validateInResponseTo: ValidateInResponseTo.never,
    acceptedClockSkewMs: skewMs,
    ...(key === undefined ? {} : { decryptionPvk: key }),
  })
  try {
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: message })
    const assertion = profile?.getAssertionXml?.()
    if (assertion === undefined) throw new Error('The answer has no assertion')
    return assertion
  } catch (error) {
    throw notValid(adviceFor(causesOf(error), entityId), error)
  }
}

function adviceFor(cause: string, entityId: string): string {
  if (/signature/i.test(cause)) {
    return 'The signature of the assertion is missing, or was not made with one of the certificates entered here. The provider has to sign assertions; if it has a new certificate, add it.'
  }
  if (/audience/i.test(cause)) return `The answer is for another service (Audience). It must be ${entityId}.`
  if (/expired|not yet valid|too old/i.test(cause)) {
    return `The answer is too old, or from the future (${cause}). Compare the clocks of both servers.`
  }
  return `The answer could not be checked (${shown(cause)}).`
}
