// Where the server listens and under which addresses it is reached, its processes and its log.
import { setting } from './setting.ts'
import { integer, list, longSecret, oneOf, optional, text, url, yesOrNo } from './values.ts'

export const serverSettings = {
  environment: setting(
    'CHANCERY_ENVIRONMENT',
    '`sandbox` for building and testing: demo organisation, test clock, mail to an outbox page, any redirect address. `production`: none of these.',
    oneOf(['sandbox', 'production'], 'sandbox'),
    'sandbox',
  ),
  offline: setting(
    'CHANCERY_OFFLINE',
    '`yes` to rehearse on a restored copy: no mail out or in, no webhooks, no jobs, no single sign-on, and nothing is removed from the storage. The same as `chancery start --offline`.',
    yesOrNo,
    'no',
  ),
  host: setting(
    'HOST',
    'Address to listen on. `loopback` is 127.0.0.1 and ::1; `0.0.0.0` or `::` is every address.',
    text('loopback'),
    'loopback',
  ),
  port: setting('PORT', 'Port of the API and the web app.', integer(8080, 0, 65535), '8080'),
  publicUrl: setting(
    'CHANCERY_PUBLIC_URL',
    'Address under which integrations reach the API; the issuer of tokens.',
    url,
    'http://localhost:PORT',
  ),
  webUrl: setting(
    'CHANCERY_WEB_URL',
    'Address of the web app (sign-in, consent), when it differs from the public address.',
    url,
    'the public address',
  ),
  trustedProxies: setting(
    'CHANCERY_TRUSTED_PROXIES',
    'Addresses or networks of reverse proxies whose X-Forwarded headers are believed, separated by commas.',
    list,
    'none',
  ),
  caFile: setting(
    'CHANCERY_CA_FILE',
    'File of further certificates (PEM) to trust wherever the server opens a TLS connection: identity providers, the mail server, object storage, the database.',
    optional,
    'none',
  ),
  metricsToken: setting(
    'CHANCERY_METRICS_TOKEN',
    'What reads `/metrics` sends this as a bearer token (16 characters or more). Without it, only programs on the machine of the server read them.',
    longSecret,
    'none',
  ),
  processes: setting(
    'CHANCERY_PROCESSES',
    'Server processes to run on this machine; each serves requests and does background work.',
    integer(1, 1, 64),
    '1',
  ),
  documentWorkers: setting(
    'CHANCERY_DOCUMENT_WORKERS',
    'Threads of each server process that read documents people send: templates, invoice files, mail. Each may use up to 512 MiB of memory while it reads.',
    integer(2, 1, 32),
    '2',
  ),
  log: setting(
    'CHANCERY_LOG',
    'Where the log goes: `stdout`, or `file` for `chancery.log` in the state folder (errors are then said on standard error as well).',
    (value, env) =>
      oneOf(
        ['stdout', 'file'],
        env['CHANCERY_ENVIRONMENT']?.trim() === 'production' ? 'stdout' : 'file',
      )(value),
    'stdout in production, file in a sandbox',
  ),
  logLevel: setting(
    'CHANCERY_LOG_LEVEL',
    'Least level of what is logged (one JSON object a line).',
    oneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info'),
    'info',
  ),
} as const
