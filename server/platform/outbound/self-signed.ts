// A self-signed certificate generated in code, for HTTPS receivers on a developer's machine, without installing
// anything. Implements just enough of DER (X.690) and X.509 (RFC 5280) for one key and a list of names.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface SelfSigned {
  /** The private key, PEM. */
  readonly key: string
  /** The certificate, PEM; its own authority. */
  readonly cert: string
}

const day = 24 * 3600 * 1000

/** A key and a certificate for the given names and addresses, valid for a year from the day before `from`. */
export function selfSignedCertificate(
  names: readonly string[] = ['localhost', '127.0.0.1', '::1'],
  from: Date = new Date(),
): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const publicKeyInfo = publicKey.export({ type: 'spki', format: 'der' })
  const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))
  const subject = sequence(set(sequence(objectId('550403'), utf8(names[0] ?? 'localhost'))))
  const toBeSigned = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(positive(randomBytes(16))),
    ecdsaWithSha256,
    subject,
    sequence(time(new Date(from.getTime() - day)), time(new Date(from.getTime() + 365 * day))),
    subject,
    publicKeyInfo,
    explicit(3, sequence(subjectAlternativeNames(names), keyIdentifier(publicKeyInfo))),
  )
  const signature = sign('sha256', toBeSigned, privateKey)
  const certificate = sequence(toBeSigned, ecdsaWithSha256, bits(signature))
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: pem(certificate) }
}

const subjectAlternativeNames = (names: readonly string[]) =>
  sequence(
    objectId('551d11'),
    octets(
      sequence(
        ...names.map((name) =>
          isIP(name)
            ? tagged(0x87, Buffer.from(ipaddr.parse(name).toByteArray()))
            : tagged(0x82, Buffer.from(name, 'ascii')),
        ),
      ),
    ),
  )

const keyIdentifier = (publicKeyInfo: Buffer) =>
  sequence(objectId('551d0e'), octets(octets(createHash('sha1').update(publicKeyInfo).digest())))

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]) => tagged(0x30, Buffer.concat(parts))
const set = (...parts: Buffer[]) => tagged(0x31, Buffer.concat(parts))
const explicit = (number: number, content: Buffer) => tagged(0xa0 + number, content)
const integer = (content: Buffer) => tagged(0x02, content)
const octets = (content: Buffer) => tagged(0x04, content)
const bits = (content: Buffer) => tagged(0x03, Buffer.concat([Buffer.from([0]), content]))
const utf8 = (text: string) => tagged(0x0c, Buffer.from(text, 'utf8'))
const objectId = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))

/** A year before 2050, in the required form (UTCTime). */
const time = (date: Date) =>
  tagged(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`, 'ascii'))

/** Non-negative, without leading zeros. */
function positive(bytes: Buffer): Buffer {
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return bytes
}

const pem = (der: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`
