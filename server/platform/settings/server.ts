// Where the server listens, its public addresses, its processes and its log.
import { availableParallelism } from 'node:os'
import { type Environment, setting } from './setting.ts'
import {
  integer,
  list,
  listenAddress,
  longSecret,
  nameServers,
  oneOf,
  optional,
  programOrWord,
  url,
  yesOrNo,
} from './values.ts'

const logDestination = (value: string | undefined, env: Environment) =>
  oneOf(['stdout', 'file'], env['CHANCERY_ENVIRONMENT']?.trim() === 'production' ? 'stdout' : 'file')(value)

/** Whether the log goes to standard output, as far as settings that may be wrong say so. */
export function logsToStandardOutput(env: Environment): boolean {
  try {
    return logDestination(env['CHANCERY_LOG']?.trim() || undefined, env) === 'stdout'
  } catch {
    return logDestination(undefined, env) === 'stdout'
  }
}

export const serverSettings = {
  environment: setting(
    'CHANCERY_ENVIRONMENT',
    '`sandbox` for building and testing: demo organisation, adjustable clock, mail to an outbox page, any redirect address. `production`: none of these.',
    oneOf(['sandbox', 'production'], 'sandbox'),
    'sandbox',
  ),
  offline: setting(
    'CHANCERY_OFFLINE',
    '`yes` to rehearse on a restored copy: no inbound or outgoing mail, no webhooks, no jobs, no single sign-on, and nothing is removed from the storage. The same as `chancery start --offline`.',
    yesOrNo,
    'no',
  ),
  host: setting(
    'HOST',
    'Address to listen on. `loopback` is 127.0.0.1 and ::1; `0.0.0.0` or `::` means all addresses.',
    listenAddress('loopback'),
    'loopback',
  ),
  port: setting('PORT', 'Port of the API and the web app.', integer(8080, 0, 65535), '8080'),
  publicUrl: setting(
    'CHANCERY_PUBLIC_URL',
    'Address at which integrations reach the API; also the issuer of tokens.',
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
    'Addresses or networks of reverse proxies whose X-Forwarded headers are trusted, separated by commas.',
    list,
    'none',
  ),
  caFile: setting(
    'CHANCERY_CA_FILE',
    'File of additional certificates (PEM) to trust wherever the server opens a TLS connection: identity providers, the mail server, object storage, the database.',
    optional,
    'none',
  ),
  nameServers: setting(
    'CHANCERY_NAME_SERVERS',
    'Addresses of the name servers, with a port if it is not 53, that are asked for the record which proves a mail domain, separated by commas. For a network whose own name servers do not show public records.',
    nameServers,
    'those of the machine',
  ),
  metricsToken: setting(
    'CHANCERY_METRICS_TOKEN',
    'Bearer token required to read `/metrics` (16 characters or more). Without it, only programs on the same machine can read them.',
    longSecret,
    'none',
  ),
  processes: setting(
    'CHANCERY_PROCESSES',
    'Server processes to run on this machine, on one port; each does what `CHANCERY_ROLE` says.',
    integer(availableParallelism(), 1, 256),
    'one per core',
  ),
  role: setting(
    'CHANCERY_ROLE',
    'What the server processes do. `api`: answer requests. `worker`: jobs, webhooks and inbound mail; of the addresses only `/healthz`, `/readyz` and `/metrics`. `all`: both. Separate roles share a database (`DATABASE_URL`).',
    oneOf(['all', 'api', 'worker'], 'all'),
    'all',
  ),
  documentWorkers: setting(
    'CHANCERY_DOCUMENT_WORKERS',
    'Threads per server process that read uploaded documents in the background (texts of files, inbound mail); as many and one more read what somebody waits for. Each may use up to 256 MiB of memory for the text of a file, 512 MiB for a template, a mail or an invoice file.',
    integer(2, 1, 32),
    '2',
  ),
  libreOffice: setting(
    'CHANCERY_LIBREOFFICE',
    'LibreOffice, which makes PDFs of Word documents: `auto` if it is installed in one of the usual places, `off`, or the path of its program `soffice`. Each server process runs one at a time, which may use up to 4 GiB of address space.',
    programOrWord,
    'auto',
  ),
  log: setting(
    'CHANCERY_LOG',
    'Where the log goes: `stdout`, or `file` for `chancery.log` in the state folder (errors are then also printed to standard error). With `stdout` every line of both outputs is one JSON object, unless a person is at the terminal.',
    logDestination,
    'stdout in production, file in a sandbox',
  ),
  logCallers: setting(
    'CHANCERY_LOG_CALLERS',
    'What the line of a request says of its caller: `ids` of organisation, person and client, or `none`. Never names.',
    oneOf(['ids', 'none'], 'ids'),
    'ids',
  ),
  logLevel: setting(
    'CHANCERY_LOG_LEVEL',
    'Minimum level of log entries (one JSON object per line).',
    oneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info'),
    'info',
  ),
} as const
