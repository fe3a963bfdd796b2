// The only reader of the environment: every setting with its meaning, parsed once; all mistakes are told together.
// docs/configuration.md is generated from `settings`.
import { defaultStateDir } from './platform/state-folder.ts'
import {
  domain,
  integer,
  key,
  list,
  Mistake,
  networks,
  oneOf,
  optional,
  seconds,
  text,
  url,
} from './setting-values.ts'

interface Setting<Value> {
  readonly variable: string
  readonly meaning: string
  /** What stands in the documentation as the default, when it is not the literal one. */
  readonly shownDefault?: string
  readonly parse: (text: string | undefined, env: Environment) => Value
}

/** What `readConfig` reads: the process environment, or a test's own. */
export type Environment = Record<string, string | undefined>

/** Every mistake in the settings at once, each line naming its variable. */
export class ConfigMistakes extends Error {
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(
      `The settings have ${mistakes.length === 1 ? 'a mistake' : 'mistakes'}:\n${mistakes.map((line) => `  - ${line}`).join('\n')}`,
    )
    this.mistakes = mistakes
  }
}

const setting = <Value>(
  variable: string,
  meaning: string,
  parse: Setting<Value>['parse'],
  shownDefault?: string,
): Setting<Value> => ({ variable, meaning, parse, ...(shownDefault === undefined ? {} : { shownDefault }) })

/** Every setting there is, in the order of the documentation. */
export const settings = {
  environment: setting(
    'CHANCERY_ENVIRONMENT',
    '`sandbox` for building and testing: demo organisation, test clock, mail to an outbox page, any redirect address. `production`: none of these.',
    oneOf(['sandbox', 'production'], 'sandbox'),
    'sandbox',
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
  stateDir: setting(
    'CHANCERY_STATE_DIR',
    'Folder of the embedded database, of stored files and of logs.',
    (value, env) => defaultStateDir({ ...env, CHANCERY_STATE_DIR: value }),
    '`.chancery` in the clone; see decisions/0002',
  ),
  encryptionKey: setting(
    'CHANCERY_ENCRYPTION_KEY',
    'Key that secrets are sealed with before they are stored: 32 bytes in base64 (`openssl rand -base64 32`). All processes on one database need the same.',
    key,
    'made once, in `encryption.key` of the state folder',
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    'A PostgreSQL (15 or newer) to use instead of the embedded one: `postgres://user:password@host/database`.',
    optional,
    'the embedded PostgreSQL',
  ),
  databaseConnections: setting(
    'CHANCERY_DATABASE_CONNECTIONS',
    'Connections to the database that one process holds at most.',
    integer(10, 2, 200),
    '10',
  ),
  processes: setting(
    'CHANCERY_PROCESSES',
    'Server processes to run on this machine; each serves requests and does background work.',
    integer(1, 1, 64),
    '1',
  ),
  storage: setting(
    'CHANCERY_STORAGE',
    'Where file contents are kept: `disk` (in the state folder) or `s3`.',
    oneOf(['disk', 's3'], 'disk'),
    'disk',
  ),
  s3Endpoint: setting(
    'CHANCERY_S3_ENDPOINT',
    'Address of the S3 service, for services other than the one of the region.',
    url,
    'the service of the region',
  ),
  s3Region: setting('CHANCERY_S3_REGION', 'Region of the bucket.', text('us-east-1'), 'us-east-1'),
  s3Bucket: setting(
    'CHANCERY_S3_BUCKET',
    'Bucket for file contents; needed with `CHANCERY_STORAGE=s3`. Keys come from the usual `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`.',
    optional,
    'none',
  ),
  maxUploadBytes: setting(
    'CHANCERY_MAX_UPLOAD_BYTES',
    'Largest file that may be uploaded, in bytes.',
    integer(10 * 1024 ** 3, 1, 1024 ** 4),
    '10737418240 (10 GiB)',
  ),
  binDays: setting(
    'CHANCERY_BIN_DAYS',
    'Days for which deleted files stay in the bin before they are purged, with their contents.',
    integer(30, 0, 36_500),
    '30',
  ),
  fileLockHours: setting(
    'CHANCERY_FILE_LOCK_HOURS',
    'Hours after which the lock of a file ends by itself, unless it is locked again.',
    integer(24, 1, 8_760),
    '24',
  ),
  accessTokenSeconds: setting(
    'CHANCERY_ACCESS_TOKEN_SECONDS',
    'Life of an access token, in seconds.',
    integer(3600, 1, 86_400),
    '3600',
  ),
  webhookRetryDelays: setting(
    'CHANCERY_WEBHOOK_RETRY_DELAYS',
    'Seconds before each redelivery of a failed notification; after the last it is abandoned.',
    seconds,
    '60,120,300',
  ),
  webhookDedupeWindow: setting(
    'CHANCERY_WEBHOOK_DEDUPE_WINDOW',
    'Seconds for which notifications of `matter.updated` and `contract.updated` are collected into one.',
    integer(120, 0, 86_400),
    '120',
  ),
  webhookLogDays: setting(
    'CHANCERY_WEBHOOK_LOG_DAYS',
    'Days for which the log of notifications is kept: deliveries, attempts, and what was held or suppressed.',
    integer(30, 2, 3650),
    '30',
  ),
  webhookAllowedNetworks: setting(
    'CHANCERY_WEBHOOK_ALLOWED_NETWORKS',
    'Private networks that webhook receivers may be in, separated by commas: `10.1.0.0/16`, or the word `loopback`.',
    networks,
    'none; `loopback` in a sandbox that itself listens on loopback',
  ),
  webhookCaFile: setting(
    'CHANCERY_WEBHOOK_CA_FILE',
    'File of further certificates (PEM) to trust when notifications are sent.',
    optional,
    'none',
  ),
  smtpUrl: setting(
    'CHANCERY_SMTP_URL',
    'Mail server for invitations, resets and warnings: `smtps://user:password@host:465`. The sandbox keeps its mail on an outbox page instead.',
    optional,
    'none',
  ),
  mailFrom: setting(
    'CHANCERY_MAIL_FROM',
    'Sender of the mail.',
    text('Chancery <chancery@localhost>'),
    'Chancery <chancery@localhost>',
  ),
  inboundMailDomain: setting(
    'CHANCERY_INBOUND_MAIL_DOMAIN',
    'Domain of the addresses that matters and contracts take mail at, such as `in.legal.example.com`. Your mail server passes the mail of this domain on to the port below. Without it there are no such addresses.',
    domain,
    'none',
  ),
  inboundMailHost: setting(
    'CHANCERY_INBOUND_MAIL_HOST',
    'Address on which inbound mail is taken by SMTP. Only your own mail server should reach it.',
    text('127.0.0.1'),
    '127.0.0.1',
  ),
  inboundMailPort: setting(
    'CHANCERY_INBOUND_MAIL_PORT',
    'Port on which inbound mail is taken by SMTP, where a domain is set.',
    integer(2525, 0, 65535),
    '2525',
  ),
  inboundMailBytes: setting(
    'CHANCERY_INBOUND_MAIL_BYTES',
    'Largest mail that is taken, in bytes.',
    integer(25 * 1024 ** 2, 1024, 256 * 1024 ** 2),
    '26214400 (25 MiB)',
  ),
  displayIdPrefix: setting(
    'CHANCERY_DISPLAY_ID_PREFIX',
    'Letters that the numbers of matters and files begin with.',
    text('LW'),
    'LW',
  ),
  trustedProxies: setting(
    'CHANCERY_TRUSTED_PROXIES',
    'Addresses or networks of reverse proxies whose X-Forwarded headers are believed, separated by commas.',
    list,
    'none',
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

type Parsed = { [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]['parse']> }

/** The settings of one process, complete: addresses that follow from others are filled in. */
export type Config = Omit<Parsed, 'publicUrl' | 'webUrl'> & {
  readonly publicUrl: string
  readonly webUrl: string
}

/** Reads every setting; throws `ConfigMistakes` that names all that are wrong, not only the first. */
export function readConfig(env: Environment): Config {
  const mistakes: string[] = []
  const read = <Value>({ variable, parse }: Setting<Value>): Value | undefined => {
    const value = env[variable]?.trim()
    try {
      return parse(value === '' ? undefined : value, env)
    } catch (error) {
      if (!(error instanceof Mistake)) throw error
      mistakes.push(`${variable} ${error.message}`)
      return undefined
    }
  }
  const parsed = Object.fromEntries(
    Object.entries(settings).map(([name, each]) => [name, read(each as Setting<unknown>)]),
  ) as Parsed
  mistakes.push(...combinationMistakes(parsed, env))
  if (mistakes.length > 0) throw new ConfigMistakes(mistakes)
  const publicUrl = parsed.publicUrl ?? `http://localhost:${parsed.port}`
  return { ...parsed, publicUrl, webUrl: parsed.webUrl ?? publicUrl }
}

function combinationMistakes(parsed: Parsed, env: Environment): string[] {
  const mistakes: string[] = []
  if (parsed.storage === 's3' && !parsed.s3Bucket)
    mistakes.push('CHANCERY_S3_BUCKET is needed with CHANCERY_STORAGE=s3')
  if (parsed.environment === 'production' && !parsed.publicUrl && !env['CHANCERY_PUBLIC_URL']) {
    mistakes.push('CHANCERY_PUBLIC_URL is needed in production: it is the address in tokens and mails')
  }
  const known = new Set<string>(Object.values(settings).map((each) => each.variable))
  for (const name of Object.keys(env)) {
    if (name.startsWith('CHANCERY_') && !name.startsWith('CHANCERY_TEST_') && !known.has(name)) {
      mistakes.push(`${name} is not a setting; docs/configuration.md lists all of them`)
    }
  }
  return mistakes
}
