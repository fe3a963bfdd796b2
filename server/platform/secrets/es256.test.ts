import { generateKeyPairSync, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { signEs256 } from './es256.ts'

test('signatures have 64 bytes and are right, numbers with leading zeros included', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let short = 0
  for (let count = 0; count < 2_000; count++) {
    const text = `token ${count}`
    const signature = signEs256(text, privateKey)
    expect(signature).toHaveLength(64)
    if (signature[0] === 0 || signature[32] === 0) short++
    expect(
      verify('sha256', Buffer.from(text), { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature),
    ).toBe(true)
  }
  // one number in 256 is short
  expect(short).toBeGreaterThan(0)
})
