// Mails made to keep the server busy: each is rejected with the limit it exceeds, or read within the limits.
import { describe, expect, test } from 'vitest'
import { readMail } from './mail.ts'

const mail = (head: string, body: string) => Buffer.from(`From: a@b.example\r\n${head}\r\n${body}`)
const nested = (depth: number) =>
  Array.from(
    { length: depth },
    (_, at) => `Content-Type: multipart/mixed; boundary=x${at}\r\n\r\n--x${at}\r\n`,
  ).join('')

describe('a mail is rejected that has', () => {
  test.each<[string, Buffer, string]>([
    ['1,000,000 lines', mail('', '\n'.repeat(1_000_000)), 'The mail has more than 213158 lines.'],
    [
      '100,000 parts',
      mail('Content-Type: multipart/mixed; boundary=x\r\n', '--x\r\n\r\na\r\n'.repeat(100_000)),
      'The mail has more than 10000 lines that start with --.',
    ],
    [
      '5,000 attachments',
      mail(
        'Content-Type: multipart/mixed; boundary=x\r\n',
        '--x\r\nContent-Disposition: attachment\r\n\r\na\r\n'.repeat(5_000),
      ),
      'The mail has more than 1000 attachments.',
    ],
    ['parts 60 deep', Buffer.from(nested(60)), 'The mail has parts nested more than 50 deep.'],
    [
      '100,000 long headers',
      mail('X-Filler: 1234567890\r\n'.repeat(100_000), ''),
      'The mail has more than 1048576 bytes of headers.',
    ],
  ])('%s [E-22]', async (_, bytes, message) => {
    await expect(readMail(bytes)).rejects.toMatchObject({ status: 400, message })
  })
})

describe('of an HTML page', () => {
  const page = (html: string) => mail('Content-Type: text/html\r\n', html)

  test('that is long, the beginning is read', async () => {
    const { text } = await readMail(page(`<p>first</p>${'<p>x</p>'.repeat(200_000)}`))
    expect(text).toMatch(/^first\n/)
    expect(text.length).toBeLessThanOrEqual(500_000)
  })

  test('that is quoted 90 times, no more is stored than of other mails', async () => {
    const { text } = await readMail(page('<blockquote>'.repeat(90) + 'x<br>'.repeat(50_000)))
    expect(text).toHaveLength(1_000_000)
  })

  test('that is nested endlessly, the outer part is read', async () => {
    expect((await readMail(page(`first${'<div>'.repeat(100_000)}`))).text).toMatch(/^first/)
  })
})
