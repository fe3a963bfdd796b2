// The headers of the tus protocol.
import type { IncomingHttpHeaders } from 'node:http'
import { badInput } from '../../platform/errors.ts'
import type { Arrival } from '../uploads/resumable-upload.ts'

const largest = Number.MAX_SAFE_INTEGER
const longestMetadata = 4_096

const numberIn = (text: unknown): number | undefined => {
  const number = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return number <= largest ? number : undefined
}

/** The size of the whole; bad_request without one. */
export function lengthIn(headers: IncomingHttpHeaders): number {
  const length = numberIn(headers['upload-length'])
  if (length !== undefined) return length
  throw badInput('Upload-Length', 'must be the size of the whole file in bytes.')
}

/** Where the bytes begin. */
export function offsetIn(headers: IncomingHttpHeaders): number {
  const offset = numberIn(headers['upload-offset'])
  if (offset !== undefined) return offset
  throw badInput('Upload-Offset', 'must be the number of bytes that have arrived before.')
}

/** The name and type of the file, and all of what was said of it as it was sent. */
export function metadataIn(headers: IncomingHttpHeaders) {
  const text = headers['upload-metadata']
  if (text === undefined) return { name: null, contentType: null, metadata: null }
  if (typeof text !== 'string' || text.length > longestMetadata) {
    throw badInput('Upload-Metadata', `must have at most ${longestMetadata} characters.`)
  }
  const values = new Map<string, string>()
  for (const pair of text.split(',')) {
    const [key = '', value = ''] = pair.trim().split(' ', 2)
    if (!/^[\x21-\x7e]*$/.test(key) || !/^[A-Za-z\d+/]*={0,2}$/.test(value)) {
      throw badInput('Upload-Metadata', 'must be pairs of a key and a value in base64, separated by commas.')
    }
    values.set(key.toLowerCase(), Buffer.from(value, 'base64').toString('utf8').replaceAll('\0', ' '))
  }
  return {
    name: values.get('filename') ?? values.get('name') ?? null,
    contentType: values.get('filetype') ?? values.get('type') ?? null,
    metadata: text,
  }
}

/** What the bytes must be; undefined if nothing is said. */
export function checksumIn(headers: IncomingHttpHeaders): Arrival['checksum'] {
  const text = headers['upload-checksum']
  if (text === undefined) return undefined
  const [, algorithm, value] = /^(sha1|md5|sha256) ([A-Za-z\d+/]+={0,2})$/.exec(String(text)) ?? []
  if (algorithm === undefined || value === undefined) {
    throw badInput('Upload-Checksum', 'must be sha1, md5 or sha256, a space, and the checksum in base64.')
  }
  return { algorithm: algorithm as 'sha1' | 'md5' | 'sha256', value: Buffer.from(value, 'base64') }
}
