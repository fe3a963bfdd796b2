// The seals in a PDF, and whether the file is as they say. Runs in a document worker.
//
// Nothing is parsed as a PDF: a seal says itself which bytes it covers (`/ByteRange`), and it is believed only if that
// statement is among them, they begin with the first byte of the file, and nothing but the signature is left out. So a
// file whose last seal covers it to the end is that which was sealed, byte for byte.
import type { X509Certificate } from 'node:crypto'
import { type Cms, isSignatureOf, readCms } from './cms.ts'
import { chainOf } from './validation/chain.ts'
import { readPdfDate, readPdfText } from './pdf-strings.ts'
import { commonName, readTimeStamp, type TimeStamp } from './time-stamp-token.ts'

const limits = {
  seals: 100,
  /** Bytes that are hashed for all of them: of a file that is not large, and as a multiple of a large one. */
  hashed: 512 * 1024 ** 2,
  hashedTimes: 30,
  /** Characters of the signature, which is written in hexadecimal digits. */
  signature: 256 * 1024,
  /** Bytes around a signature among which its date and reason stand. */
  dictionary: 8 * 1024,
}

/** A seal as the file has it. */
export interface ReadSeal {
  /** SHA-256 of the certificate; null if the signature cannot be read. */
  readonly fingerprint: Buffer | null
  readonly subject: string
  readonly issuer: string
  readonly validFrom: Date | null
  readonly validTo: Date | null
  /** As the seal itself says. */
  readonly sealedAt: Date | null
  readonly reason: string | null
  readonly timeStamp: TimeStamp | null
  /** How many bytes from the beginning of the file it covers. */
  readonly covered: number
  /** Whether these bytes are those that were sealed. */
  readonly intact: boolean
  /** Whether the signature, which it does not cover, has more in it than a seal that is made here. */
  readonly hasMore: boolean
}

export interface SealsRead {
  readonly isPdf: boolean
  readonly size: number
  /** The first one first. */
  readonly seals: readonly ReadSeal[]
  /** Why the seals are not read: the end of a sentence about the file; null if they are. */
  readonly excess: string | null
  /** The file, where something follows its last seal that has to be judged. */
  readonly extended: Uint8Array | null
}

/** Reads the seals of a file of any kind. */
export function readSeals(file: Uint8Array): SealsRead {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const size = bytes.length
  const ranges = byteRangesIn(bytes)
  const excess = excessOf(bytes, ranges)
  const inOrder = ranges.toSorted((one, other) => one.covered - other.covered)
  const seals = excess === null ? inOrder.map((range) => readSeal(bytes, range)) : []
  const last = seals.at(-1)
  return {
    isPdf: bytes.subarray(0, 1024).includes('%PDF-'),
    size,
    seals,
    excess,
    extended: last?.intact && last.covered < size ? file : null,
  }
}

/** The same of a file in pieces: putting them together is work for a document worker, too. */
export const readSealsOfPieces = (pieces: readonly Uint8Array[]): SealsRead => {
  const [only] = pieces
  return readSeals(only && pieces.length === 1 ? only : Buffer.concat(pieces))
}

/** Whose a seal is. */
export interface Signers {
  /** Its own certificate, and that of its time stamp. */
  readonly signers: readonly X509Certificate[]
  /** What the authority of its time stamp sent with it, whether it belongs to the chain of that or not. */
  readonly sent: readonly X509Certificate[]
}

/** Whose the seal is that covers all of the file. */
export function signersOf(file: Uint8Array): Signers {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const range = byteRangesIn(bytes).find(({ covered }) => covered === bytes.length)
  const der = range && signatureIn(bytes, range.from, range.to)
  const cms = der && readCms(der)
  const token = cms && timeStampOf(cms) && timeStampTokenOf(cms)
  const stamp = token && readCms(token)
  return {
    signers: [cms, stamp].flatMap((each) => each?.certificate ?? []),
    sent: stamp ? stamp.certificates : [],
  }
}

interface SealedRange {
  /** Where the signature begins and ends, its brackets included. */
  readonly from: number
  readonly to: number
  readonly covered: number
}

/**
 * Why a file is not checked. Each signature covers those before it: no two say that the same bytes are theirs. Nothing
 * is hashed before that is known.
 */
function excessOf(bytes: Buffer, ranges: readonly SealedRange[]): string | null {
  if (ranges.length > limits.seals) return `has more than ${limits.seals} signatures`
  const inOrder = ranges
    .filter(({ from, to }) => bytes[from] === 0x3c && bytes[to - 1] === 0x3e)
    .toSorted((one, other) => one.covered - other.covered)
  if (inOrder.some(({ from }, at) => from < (inOrder[at - 1]?.covered ?? 0)))
    return 'has signatures that overlap'
  const hashed = inOrder.reduce((sum, { covered }) => sum + covered, 0)
  const most = Math.max(limits.hashed, limits.hashedTimes * bytes.length)
  return hashed > most ? `has signatures over more than ${Math.floor(most / 1024 ** 2)} MB together` : null
}

/** Every statement of a range that stands within the range and begins at the first byte, up to one too many. */
function byteRangesIn(bytes: Buffer): readonly SealedRange[] {
  const found: SealedRange[] = []
  const seen = new Set<string>()
  const name = '/ByteRange'
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + name.length)) {
    const text = bytes.toString('latin1', at + name.length, at + name.length + 120)
    const match = /^\s{0,8}\[\s{0,8}0\s{1,32}(\d{1,12})\s{1,32}(\d{1,12})\s{1,32}(\d{1,12})\s{0,32}\]/.exec(
      text,
    )
    if (!match) continue
    const [from = 0, to = 0, length = 0] = match.slice(1).map(Number)
    const covered = to + length
    const isWithin = at + name.length + match[0].length <= from || (at >= to && at < covered)
    if (from >= to || covered > bytes.length || !isWithin || seen.has(match[0])) continue
    seen.add(match[0])
    found.push({ from, to, covered })
    if (found.length > limits.seals) break
  }
  return found
}

const unread = {
  fingerprint: null,
  subject: '',
  issuer: '',
  validFrom: null,
  validTo: null,
  timeStamp: null,
  intact: false,
  hasMore: true,
}

function readSeal(bytes: Buffer, { from, to, covered }: SealedRange): ReadSeal {
  const around = {
    covered,
    ...dictionaryAround(bytes, { from, to, covered }),
  }
  const der = signatureIn(bytes, from, to)
  const cms = der && readCms(der)
  if (!cms) return { ...around, ...unread }
  const { certificate } = cms
  const timeStamp = timeStampOf(cms)
  return {
    ...around,
    fingerprint: Buffer.from(certificate.fingerprint256.replaceAll(':', ''), 'hex'),
    subject: commonName(certificate.subject),
    issuer: commonName(certificate.issuer),
    validFrom: new Date(certificate.validFrom),
    validTo: new Date(certificate.validTo),
    timeStamp,
    intact: isSignatureOf(cms, [bytes.subarray(0, from), bytes.subarray(to, covered)]),
    hasMore: hasMore(cms, timeStamp),
  }
}

/** The signature, if nothing else is in the place that the range leaves out for it. */
function signatureIn(bytes: Buffer, from: number, to: number): Buffer | undefined {
  if (to - from > limits.signature) return undefined
  const text = bytes.toString('latin1', from, to)
  if (!/^<[0-9a-fA-F]+>$/.test(text)) return undefined
  const padded = Buffer.from(text.slice(1, -1), 'hex')
  const length = derLength(padded)
  return length !== undefined && padded.subarray(length).every((byte) => byte === 0)
    ? padded.subarray(0, length)
    : undefined
}

/** The length of the DER sequence at the beginning. */
function derLength(bytes: Buffer): number | undefined {
  const [tag, first = 0] = bytes
  if (tag !== 0x30 || first === 0x80 || first > 0x84) return undefined
  const length = first < 0x80 ? first : bytes.length >= 6 ? bytes.readUIntBE(2, first - 0x80) : 0
  const whole = length + (first < 0x80 ? 2 : 2 + first - 0x80)
  return whole <= bytes.length ? whole : undefined
}

const timeStampAttribute = '1.2.840.113549.1.9.16.2.14'

function timeStampTokenOf({ signer }: Cms): Uint8Array | undefined {
  const attribute = signer.unsignedAttrs?.attributes.find(({ type }) => type === timeStampAttribute)
  const token = attribute?.values[0] as { toBER?: () => ArrayBuffer } | undefined
  return token?.toBER && new Uint8Array(token.toBER())
}

const mostCertificates = 20

/** Whether it has anything but the chain of its certificate, and a time stamp of it: nothing of that is signed. */
function hasMore(cms: Cms, timeStamp: TimeStamp | null): boolean {
  const { certificate, certificates, signer } = cms
  if (cms.hasMore || certificates.length > mostCertificates) return true
  const chain = chainOf([certificate], certificates)
  const unsigned = signer.unsignedAttrs?.attributes ?? []
  const isStamped = unsigned.length === 1 && unsigned[0]?.values.length === 1 && timeStamp !== null
  return chain.length < certificates.length || !(unsigned.length === 0 || isStamped)
}

function timeStampOf(cms: Cms): TimeStamp | null {
  const token = timeStampTokenOf(cms)
  return (token && readTimeStamp(token, cms.signature)) ?? null
}

/** Date and reason, from the same dictionary as the signature: it ends before the next object does. */
function dictionaryAround(
  bytes: Buffer,
  { from, to, covered }: SealedRange,
): Pick<ReadSeal, 'sealedAt' | 'reason'> {
  const start = Math.max(0, from - limits.dictionary)
  const before = bytes.toString('latin1', start, from)
  const own = before.slice(before.lastIndexOf(' obj') + 1)
  const after = bytes.toString('latin1', to, Math.min(covered, to + limits.dictionary))
  const end = after.indexOf('endobj')
  const dictionary = `${own} ${end < 0 ? '' : after.slice(0, end)}`
  return { sealedAt: readPdfDate(dictionary, '/M'), reason: readPdfText(dictionary, '/Reason') }
}
