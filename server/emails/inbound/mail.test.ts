// Reading malformed mails.
import { expect, test } from 'vitest'
import { readMail } from './mail.ts'

test('an empty mail is read', async () => {
  expect(await readMail(Buffer.from(''))).toEqual({
    reference: expect.stringMatching(/^[0-9a-f]{64}$/),
    sender: undefined,
    subject: undefined,
    text: '',
    sentAt: null,
    attachments: [],
  })
})

test('characters that cannot be stored are removed, and an invalid date is ignored', async () => {
  const mail = await readMail(Buffer.from('From: a@b.example\r\nSubject: x\0y\r\nDate: soon\r\n\r\none\0two'))
  expect(mail).toMatchObject({ sender: 'a@b.example', text: expect.stringContaining('onetwo'), sentAt: null })
  expect(mail.subject).not.toContain('\0')
})

test('an inline image is not an attachment, a forwarded mail is', async () => {
  const mail = await readMail(
    Buffer.from(
      [
        'From: a@b.example',
        'Content-Type: multipart/mixed; boundary=x',
        '',
        '--x',
        'Content-Type: image/png; name=logo.png',
        'Content-Disposition: inline; filename=logo.png',
        '',
        'png',
        '--x',
        'Content-Type: message/rfc822',
        'Content-Disposition: attachment; filename=passed-on.eml',
        '',
        'Subject: inner',
        '',
        'inner text',
        '--x--',
        '',
      ].join('\r\n'),
    ),
  )
  expect(mail.attachments.map(({ name }) => name)).toEqual(['passed-on.eml'])
})
