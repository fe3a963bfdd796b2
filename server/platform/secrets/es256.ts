// ES256 signatures as JWS wants them (RFC 7518 section 3.4): both numbers in 32 bytes each. Node makes them too, but
// takes twice the time for it than for DER, which is converted here.
import { type KeyObject, sign } from 'node:crypto'

const numberBytes = 32

/** Signs the text with an elliptic curve key on P-256. */
export function signEs256(text: string, key: KeyObject): Buffer {
  // a sequence (tag, length) of two integers (tag, length, bytes)
  const der = sign('sha256', Buffer.from(text), key)
  const signature = Buffer.alloc(2 * numberBytes)
  let at = 2
  for (const end of [numberBytes, 2 * numberBytes]) {
    const length = der[at + 1] ?? 0
    const number = der.subarray(at + 2, at + 2 + length)
    // a zero before a number whose first bit is set, and none before shorter ones
    const digits = number.subarray(Math.max(0, length - numberBytes))
    digits.copy(signature, end - digits.length)
    at += 2 + length
  }
  return signature
}
