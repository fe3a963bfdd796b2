// Loading the content of a version for a preview.
import { fetchAsWork } from '../lib/quiet.ts'
import { noAnswer, readRefusal } from '../lib/refusal.ts'

const mebibyte = 1024 * 1024

/** What is drawn in the browser at once; beyond it, downloading is the better way. */
export const mostBytesOf = {
  document: 40 * mebibyte,
  image: 60 * mebibyte,
  drawing: 4 * mebibyte,
  plain: 2 * mebibyte,
} as const

/** The bytes, or with `most` only the first of them. Throws a `Refusal`. */
export async function loadBytes(url: string, signal: AbortSignal, most?: number): Promise<ArrayBuffer> {
  const headers = most === undefined ? {} : { range: `bytes=0-${most - 1}` }
  const response = await fetchAsWork(url, { credentials: 'same-origin', signal, headers }).catch(
    (error: unknown) => {
      throw signal.aborted ? error : noAnswer()
    },
  )
  // an empty file has no first byte
  if (response.status === 416) return new ArrayBuffer(0)
  if (!response.ok) throw await readRefusal(response)
  return response.arrayBuffer()
}

/**
 * Text in whatever encoding it seems to be: UTF-8 and UTF-16 by their marks, and what is not UTF-8 as the Western one
 * of old.
 */
export function decodeText(bytes: ArrayBuffer): string {
  const head = new Uint8Array(bytes.slice(0, 2))
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    // the last character may be cut
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
