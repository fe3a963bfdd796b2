import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { detectContentType, extensionOf, servedContentType } from './content-type.ts'

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const text = Buffer.from('Grüße')
const binary = Buffer.from([0, 1, 2, 3, 255, 254])

test.each([
  [png, 'photo.png', 'image/png', 'image/png'],
  // the bytes decide before the name and the declared type
  [png, 'page.html', 'text/html', 'image/png'],
  [Buffer.from('%PDF-1.7\n'), undefined, undefined, 'application/pdf'],
  [text, 'notes.txt', undefined, 'text/plain'],
  [text, 'rates.CSV', 'application/octet-stream', 'text/csv'],
  [text, 'mail.eml', undefined, 'message/rfc822'],
  [text, 'page.html', 'text/plain', 'text/html'],
  [text, 'unknown.xyz', 'text/x-ledes; charset=utf-8', 'text/x-ledes'],
  [text, 'unknown.xyz', 'text/html\r\nX: y', 'text/plain'],
  [text, undefined, 'application/pdf', 'text/plain'],
  [Buffer.from('caf\u00e9', 'latin1'), 'old.txt', undefined, 'text/plain'],
  [binary, 'page.html', 'text/html', 'application/octet-stream'],
  [binary, 'drawing.dwg', 'image/vnd.dwg', 'image/vnd.dwg'],
  [Buffer.alloc(0), 'empty.txt', undefined, 'text/plain'],
])('%#: named %s and declared as %s is %s [F-65]', async (head, name, given, type) => {
  expect(await detectContentType(head, name, given)).toBe(type)
})

test.each([
  'text/html',
  'image/svg+xml',
  'application/xml',
  'text/markdown',
  'message/rfc822',
  'application/json',
  'x/y',
])('never serves %s as its own type', (type) => {
  expect(servedContentType(type)).toBe('application/octet-stream')
})

test.each(['application/pdf', docx, 'image/png', 'text/plain', 'text/csv'])('serves %s', (type) => {
  expect(servedContentType(type)).toBe(type)
})

test('returns the usual extension of a type', () => {
  expect([docx, 'application/pdf', 'image/jpeg', 'x/y'].map(extensionOf)).toEqual([
    'docx',
    'pdf',
    'jpg',
    'bin',
  ])
})

const documents = new URL('../../../../shared/data', import.meta.url).pathname

describe.skipIf(!existsSync(documents))('real documents (skipped where there are none)', () => {
  test.each([
    ['docx-edge-cases', '.docx', docx],
    ['contracts', '.pdf', 'application/pdf'],
    ['pdfa', '.pdf', 'application/pdf'],
    ['email', '.msg', 'application/vnd.ms-outlook'],
    ['email', '.eml', 'message/rfc822'],
    ['codes', '.csv', 'text/csv'],
    ['ledes', '.txt', 'text/plain'],
  ])('in %s every %s is %s', async (folder, extension, type) => {
    const names = readdirSync(join(documents, folder)).filter((name) =>
      name.toLowerCase().endsWith(extension),
    )
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) {
      const head = readFileSync(join(documents, folder, name)).subarray(0, 16_384)
      expect([name, await detectContentType(head, name, undefined)]).toEqual([name, type])
    }
  })
})
