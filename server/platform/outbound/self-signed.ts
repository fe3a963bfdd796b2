// Self-signed certificates generated in code: for HTTPS receivers on a developer's machine, without installing
// anything, and for keys of SAML. Implements just enough of DER (X.690) and X.509 (RFC 5280) for one key and a list of
// names.
import {
  createHash,
  generateKeyPair,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { isIP } from 'node:net'
import { promisify } from 'node:util'
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
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(objectId('2a8648ce3d040302'))
  const extensions = [subjectAlternativeNames(names)]
  return certified({ ...pair, algorithm, name: names[0] ?? 'localhost', from, days: 365, extensions })
}

/**
 * An RSA key and a certificate under this name, valid for ten years from the day before `from`: for protocols in which
 * a certificate only carries the key.
 */
export async function selfSignedRsaCertificate(name: string, from: Date = new Date()): Promise<SelfSigned> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: 3_072 })
  const algorithm = sequence(objectId('2a864886f70d01010b'), Buffer.from([0x05, 0x00]))
  return certified({ ...pair, algorithm, name, from, days: 3_652, extensions: [] })
}

interface Certified {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
  /** With SHA-256. */
  readonly algorithm: Buffer
  readonly name: string
  readonly from: Date
  readonly days: number
  readonly extensions: readonly Buffer[]
}

function certified({
  publicKey,
  privateKey,
  algorithm,
  name,
  from,
  days,
  extensions,
}: Certified): SelfSigned {
  const publicKeyInfo = publicKey.export({ type: 'spki', format: 'der' })
  const subject = sequence(set(sequence(objectId('550403'), utf8(name))))
  const toBeSigned = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(positive(randomBytes(16))),
    algorithm,
    subject,
    sequence(time(new Date(from.getTime() - day)), time(new Date(from.getTime() + days * day))),
    subject,
    publicKeyInfo,
    explicit(3, sequence(...extensions, keyIdentifier(publicKeyInfo))),
  )
  const certificate = sequence(toBeSigned, algorithm, bits(sign('sha256', toBeSigned, privateKey)))
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
