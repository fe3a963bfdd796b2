import { expect, test } from 'vitest'
import { certificatesIn, pemOf } from './certificates-text.ts'

const one = 'A'.repeat(100)
const two = 'B'.repeat(64)

test('pasted certificates are told apart, in PEM and in base64', () => {
  expect(certificatesIn(`${pemOf(one)}\n${pemOf(two)}`)).toEqual([pemOf(one).trim(), pemOf(two).trim()])
  expect(certificatesIn(`${one}\n\n${two}\n`)).toEqual([one, two])
  expect(certificatesIn(' \n')).toEqual([])
})
