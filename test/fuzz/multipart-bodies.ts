// Multipart forms: whole ones, ones without an end, and ones made to cost more than they should.
import fc, { type Arbitrary } from 'fast-check'

const boundary = 'fuzzboundary'
const type = `multipart/form-data; boundary=${boundary}`

const part = (headers: string, content: string): string => `--${boundary}\r\n${headers}\r\n\r\n${content}\r\n`
const field = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, value)
const file = (name: string, fileName: string, content = 'x') =>
  part(
    `Content-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: application/octet-stream`,
    content,
  )
const end = `--${boundary}--\r\n`

const names = [
  'file',
  'fileData',
  'ContractFile',
  'Name',
  'ContractTemplateId',
  'Fields',
  'constructor',
  '__proto__',
  '',
]
const contents = [
  '1',
  'x',
  '{"field_1":1}',
  '{',
  '\u0000',
  '['.repeat(5_000),
  'x'.repeat(100_000),
  '-1',
  'Supply',
]
const fileNames = [
  'a.docx',
  'a.constructor',
  '',
  '..',
  'a\u0000.pdf',
  '%00',
  `${'x'.repeat(3_000)}.txt`,
  'a"b.txt',
]

const parts: Arbitrary<string> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(...contents))
    .map(([name, value]) => field(name, value)),
  fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(...fileNames))
    .map(([name, fileName]) => file(name, fileName)),
)

const bombs: readonly string[] = [
  '',
  '--',
  `--${boundary}`,
  `--${boundary}\r\n`,
  field('a', 'b').repeat(10_000) + end,
  file('file', 'a').repeat(200) + end,
  part(`Content-Disposition: form-data; name="a"\r\n${'X-Header: y\r\n'.repeat(10_000)}X: y`, 'b') + end,
  part(`Content-Disposition: form-data; name="${'n'.repeat(1_000_000)}"`, 'b') + end,
  part('Content-Disposition: form-data', 'no name') + end,
  part('Content-Type: text/plain', 'no disposition') + end,
  part(
    `Content-Disposition: form-data; name="nested"\r\nContent-Type: multipart/mixed; boundary=inner`,
    '--inner\r\n\r\nx\r\n--inner--',
  ) + end,
]

/** A form as bytes, with its content type. */
export const multipartBodies: Arbitrary<{ readonly type: string; readonly bytes: Buffer }> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.array(parts, { maxLength: 5 }), fc.constantFrom(end, end, end, '', `--${boundary}`))
      .map(([given, last]) => ({ type, bytes: Buffer.from(given.join('') + last) })),
  },
  { weight: 2, arbitrary: fc.constantFrom(...bombs).map((text) => ({ type, bytes: Buffer.from(text) })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { type: 'multipart/form-data', bytes: Buffer.from('no boundary') },
      { type: 'multipart/form-data; boundary=""', bytes: Buffer.from('--\r\n') },
      { type: `multipart/form-data; boundary=${'b'.repeat(5_000)}`, bytes: Buffer.from('x') },
    ),
  },
)
