// PKCS #12 files as an authority gives them out, made with the packages that read them.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { fromBER } from 'asn1js'
import {
  AuthenticatedSafe,
  CertBag,
  Certificate,
  PFX,
  PKCS8ShroudedKeyBag,
  PrivateKeyInfo,
  SafeBag,
  SafeContents,
} from 'pkijs'
import type { SelfSigned } from '../../server/platform/outbound/self-signed.ts'

const cbc = { name: 'AES-CBC', length: 256 }
const arrayOf = (bytes: Uint8Array) => new Uint8Array(bytes).buffer
const textOf = (text: string) => arrayOf(Buffer.from(text))

interface Options {
  readonly password: string
  /** Of the derivation that protects the key. */
  readonly iterations?: number
}

/** A file with this key and certificate. */
export async function p12Of(
  { key, cert }: SelfSigned,
  { password, iterations = 2_048 }: Options,
): Promise<Buffer> {
  const der = createPrivateKey(key).export({ type: 'pkcs8', format: 'der' })
  const keyBag = new PKCS8ShroudedKeyBag({
    parsedValue: new PrivateKeyInfo({ schema: fromBER(arrayOf(der)).result }),
  })
  await keyBag.makeInternalValues({
    password: textOf(password),
    contentEncryptionAlgorithm: cbc as never,
    hmacHashAlgorithm: 'SHA-256',
    iterationCount: iterations,
  })
  const certBag = new CertBag({
    parsedValue: new Certificate({ schema: fromBER(arrayOf(new X509Certificate(cert).raw)).result }),
  })
  const safe = (bag: SafeBag) => ({ privacyMode: 0, value: new SafeContents({ safeBags: [bag] }) })
  const pfx = new PFX({
    parsedValue: {
      integrityMode: 0,
      authenticatedSafe: new AuthenticatedSafe({
        parsedValue: {
          safeContents: [
            safe(new SafeBag({ bagId: '1.2.840.113549.1.12.10.1.2', bagValue: keyBag })),
            safe(new SafeBag({ bagId: '1.2.840.113549.1.12.10.1.3', bagValue: certBag })),
          ],
        },
      }),
    },
  })
  await pfx.parsedValue?.authenticatedSafe?.makeInternalValues({ safeContents: [{}, {}] })
  await pfx.makeInternalValues({
    password: textOf(password),
    iterations: 2_048,
    pbkdf2HashAlgorithm: 'SHA-256',
    hmacHashAlgorithm: 'SHA-256',
  })
  return Buffer.from(pfx.toSchema().toBER())
}
