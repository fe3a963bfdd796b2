// The algorithms of signatures and encryption that are accepted.
import type { XmlElement } from '../../../../platform/documents/xml-tree.ts'
import { SsoRefusal } from '../refusal.ts'
import type { SamlSettings } from './saml-settings.ts'

const sha1 = new Set(['http://www.w3.org/2000/09/xmldsig#rsa-sha1', 'http://www.w3.org/2000/09/xmldsig#sha1'])

/** By the element that names the algorithm. Whatever is not listed is refused: there are no keyed hashes, for one. */
const accepted: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'SignatureMethod',
    new Set([
      'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384',
      'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    ]),
  ],
  [
    'DigestMethod',
    new Set([
      'http://www.w3.org/2001/04/xmlenc#sha256',
      'http://www.w3.org/2001/04/xmldsig-more#sha384',
      'http://www.w3.org/2001/04/xmlenc#sha512',
    ]),
  ],
  ['CanonicalizationMethod', new Set(['http://www.w3.org/2001/10/xml-exc-c14n#'])],
  [
    'Transform',
    new Set([
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ]),
  ],
  // not RSA 1.5, whose padding can be guessed at
  [
    'EncryptionMethod',
    new Set([
      'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
      'http://www.w3.org/2009/xmlenc11#rsa-oaep',
      'http://www.w3.org/2009/xmlenc11#aes128-gcm',
      'http://www.w3.org/2009/xmlenc11#aes192-gcm',
      'http://www.w3.org/2009/xmlenc11#aes256-gcm',
      'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
      'http://www.w3.org/2001/04/xmlenc#aes192-cbc',
      'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
    ]),
  ],
])

/** Throws SsoRefusal if an algorithm that the elements name is not accepted. */
export function refuseWeakAlgorithms(root: XmlElement, { allowSha1 }: Pick<SamlSettings, 'allowSha1'>): void {
  refuseWeak(root, allowSha1, false)
}

function refuseWeak(element: XmlElement, allowSha1: boolean, inEncryption: boolean): void {
  const { name, attributes, children } = element
  const known = accepted.get(name)
  const algorithm = attributes.get('Algorithm') ?? ''
  if (known && !known.has(algorithm)) {
    const isSha1 = sha1.has(algorithm)
    // within RSA-OAEP, SHA-1 signs nothing
    if (!(isSha1 && (allowSha1 || inEncryption))) throw weak(algorithm, isSha1)
  }
  const below = inEncryption || name === 'EncryptionMethod'
  for (const child of children) refuseWeak(child, allowSha1, below)
}

function weak(algorithm: string, isSha1: boolean): SsoRefusal {
  const advice = isSha1
    ? 'The provider signs with SHA-1, which can be forged. Switch it to SHA-256 there; or allow SHA-1 here until you can.'
    : `The provider uses the algorithm ${algorithm.slice(0, 200)}, which is not accepted here. Take RSA with SHA-256, and AES.`
  return new SsoRefusal('not_valid', new Error(advice), advice)
}
