// Outgoing and inbound mail.
import { setting } from './setting.ts'
import { domain, integer, listenAddress, mailServer, sender } from './values.ts'

export const mailSettings = {
  smtpUrl: setting(
    'CHANCERY_SMTP_URL',
    'Mail server for invitations, password resets and warnings: `smtps://user:password@host:465`. In a sandbox mail is kept on an outbox page instead.',
    mailServer,
    'none',
  ),
  mailFrom: setting(
    'CHANCERY_MAIL_FROM',
    'Sender of outgoing mail.',
    sender('Chancery <chancery@localhost>'),
    'Chancery <chancery@localhost>',
  ),
  mailDays: setting(
    'CHANCERY_MAIL_DAYS',
    'Days that outgoing mails are kept: who got which subject when. What a mail says is removed when it is sent.',
    integer(30, 1, 36_500),
    '30',
  ),
  inboundMailDomain: setting(
    'CHANCERY_INBOUND_MAIL_DOMAIN',
    'Domain of the addresses at which matters and contracts receive mail, such as `in.legal.example.com`. Your mail server forwards the mail of this domain to the port below. Without it there are no such addresses.',
    domain,
    'none',
  ),
  inboundMailHost: setting(
    'CHANCERY_INBOUND_MAIL_HOST',
    'Address on which inbound mail is accepted by SMTP. Only your own mail server should be able to reach it.',
    listenAddress('127.0.0.1'),
    '127.0.0.1',
  ),
  inboundMailPort: setting(
    'CHANCERY_INBOUND_MAIL_PORT',
    'Port on which inbound mail is accepted by SMTP, if a domain is set.',
    integer(2525, 0, 65535),
    '2525',
  ),
  inboundMailBytes: setting(
    'CHANCERY_INBOUND_MAIL_BYTES',
    'Largest mail that is accepted, in bytes.',
    integer(25 * 1024 ** 2, 1024, 256 * 1024 ** 2),
    '26214400 (25 MiB)',
  ),
} as const
