// Reading mails that are not as they should be.
import { expect, test } from 'vitest'
import { readMail } from './mail.ts'

test('a mail without anything is read', async () => {
  expect(await readMail(Buffer.from(''))).toEqual({
    reference: expect.stringMatching(/^[0-9a-f]{64}$/),
    sender: undefined,
    subject: undefined,
    text: '',
    sentAt: null,
    attachments: [],
  })
})

test('characters that cannot be stored are left out, and a date that is none is', async () => {
  const mail = await readMail(Buffer.from('From: a@b.example\r\nSubject: x\0y\r\nDate: soon\r\n\r\none\0two'))
  expect(mail).toMatchObject({ sender: 'a@b.example', text: expect.stringContaining('onetwo'), sentAt: null })
  expect(mail.subject).not.toContain('\0')
})

test('a picture of the text is no file, a mail that was passed on is one', async () => {
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
