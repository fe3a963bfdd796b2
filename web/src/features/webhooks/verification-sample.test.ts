// What the page teaches is what the tested example does.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { verificationSample } from './verification-sample.ts'

test('the sample of the page is part of the example receiver', () => {
  const example = readFileSync(new URL('../../../../examples/webhook-receiver.ts', import.meta.url), 'utf8')
  expect(example).toContain(verificationSample)
})
