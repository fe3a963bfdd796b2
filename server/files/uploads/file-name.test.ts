import { expect, test } from 'vitest'
import { cleanName, firstFreeNumber, nameOfNewVersion, numberedName, splitName } from './file-name.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  [' \u0000\r\n ', undefined],
  ['.', undefined],
  ['..', undefined],
  ['a/..', undefined],
  ['..hidden', '..hidden'],
  ['a\r\nb.txt', 'a b.txt'],
  ['a\u0000.pdf', 'a .pdf'],
  ['\ufeffa.txt', 'a.txt'],
  ['\ud800.txt', '\ufffd.txt'],
  ['folder/sub\\last.txt', 'last.txt'],
  ['שלום.docx', 'שלום.docx'],
])('cleans %j to %j', (given, kept) => {
  expect(cleanName(given)).toBe(kept)
})

test('counts code points, and names the input that is too long', () => {
  expect(cleanName('🖋'.repeat(255))).toHaveLength(510)
  expect(() => cleanName('🖋'.repeat(256), 'name')).toThrow('255')
})

test.each([
  ['a.txt', 'a', '.txt'],
  ['a.b.c', 'a.b', '.c'],
  ['.env', '.env', ''],
  ['none', 'none', ''],
])('splits %s', (name, stem, extension) => {
  expect(splitName(name)).toEqual({ stem, extension })
})

test('puts the number before the extension and stays within the limit', () => {
  expect(numberedName('a.txt', 2)).toBe('a (2).txt')
  expect(numberedName('.env', 1)).toBe('.env (1)')
  expect(Array.from(numberedName(`${'🖋'.repeat(251)}.txt`, 17))).toHaveLength(255)
})

test('finds the lowest free number, ignoring case', () => {
  expect(firstFreeNumber('a.txt', [])).toBe(1)
  expect(firstFreeNumber('a.txt', ['A (1).TXT', 'a (2).txt', 'a (4).txt'])).toBe(3)
})

test.each([
  ['Lease.docx', 'signed.pdf', 'Lease.pdf'],
  ['Lease.docx', 'other.DOCX', 'Lease.docx'],
  ['Lease.docx', 'noextension', 'Lease.docx'],
  ['Lease.docx', undefined, 'Lease.docx'],
  ['Lease', 'a.pdf', 'Lease.pdf'],
])('%s with a new version %s is named %s', (current, given, next) => {
  expect(nameOfNewVersion(current, given)).toBe(next)
})
