import { expect, test } from 'vitest'
import { attachmentNamed } from './send-content.ts'
import { decodeWords } from '../bodies/encoded-words.ts'

test.each([
  ['Lease.pdf', 'attachment; filename="Lease.pdf"'],
  ['été.pdf', `attachment; filename="ete.pdf"; filename*=UTF-8''%C3%A9t%C3%A9.pdf`],
  ['契約書.docx', `attachment; filename="___.docx"; filename*=UTF-8''%E5%A5%91%E7%B4%84%E6%9B%B8.docx`],
  ['a"b\\c%41.txt', `attachment; filename="a_b_c_41.txt"; filename*=UTF-8''a%22b%5Cc%2541.txt`],
  [`it's (1)*.txt`, `attachment; filename="it's (1)*.txt"`],
  [`é's (1)*.txt`, `attachment; filename="e's (1)*.txt"; filename*=UTF-8''%C3%A9%27s%20%281%29%2A.txt`],
  ['a\r\nX-Evil: 1', `attachment; filename="a__X-Evil: 1"; filename*=UTF-8''a%0D%0AX-Evil%3A%201`],
  ['lone \ud800', `attachment; filename="lone _"; filename*=UTF-8''lone%20%EF%BF%BD`],
])('%j is sent as %s [F-50]', (name, header) => {
  expect(attachmentNamed(name)).toBe(header)
})

test.each([
  ['plain.txt', 'plain.txt'],
  ['=?utf-8?B?w6l0w6kudHh0?=', 'été.txt'],
  ['=?ISO-8859-1?Q?=E9t=E9_1.txt?=', 'été 1.txt'],
  ['=?utf-8?q?a?=  =?utf-8?q?b?= c', 'ab c'],
  ['=?nothing?X?abc?=', '=?nothing?X?abc?='],
])('%j is read as %j', (given, text) => {
  expect(decodeWords(given)).toBe(text)
})
