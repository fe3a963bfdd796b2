// The only reader of the environment: parses every setting once and reports all mistakes together. The settings
// themselves are declared in server/platform/settings/; docs/configuration.md is generated from them.
import { backupSettings } from './backup.ts'
import { persistenceSettings } from './persistence.ts'
import { limitsSettings } from './limits.ts'
import { mailSettings } from './mail.ts'
import { unfilledSettings } from './placeholders.ts'
import { recordsSettings } from './records.ts'
import { serverSettings } from './server.ts'
import type { Environment, Setting } from './setting.ts'
import { InvalidSetting } from './values.ts'
import { webhooksSettings } from './webhooks.ts'

export type { Environment } from './setting.ts'

/** All mistakes in the settings at once, one line per variable. */
export class InvalidSettings extends Error {
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(
      `The settings have ${mistakes.length === 1 ? 'a mistake' : 'mistakes'}:\n${mistakes.map((line) => `  - ${line}`).join('\n')}`,
    )
    this.mistakes = mistakes
  }
}

/** Every setting, in the order of the documentation. */
export const settings = {
  ...serverSettings,
  ...limitsSettings,
  ...persistenceSettings,
  ...recordsSettings,
  ...webhooksSettings,
  ...mailSettings,
  ...backupSettings,
} as const

type Parsed = { [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]['parse']> }

/** The complete settings of one process: addresses derived from other settings are filled in. */
export type Config = Omit<Parsed, 'publicUrl' | 'webUrl'> & {
  readonly publicUrl: string
  readonly webUrl: string
}

/** Reads every setting; throws `InvalidSettings` that names all that are wrong, not only the first. */
export function readConfig(given: Environment): Config {
  const env = withoutQuotes(given)
  const mistakes: string[] = []
  const read = <Value>({ variable, parse }: Setting<Value>): Value | undefined => {
    const value = env[variable]?.trim()
    try {
      return parse(value === '' ? undefined : value, env)
    } catch (error) {
      if (!(error instanceof InvalidSetting)) throw error
      mistakes.push(`${variable} ${error.message}`)
      return undefined
    }
  }
  const parsed = Object.fromEntries(
    Object.entries(settings).map(([name, each]) => [name, read(each as Setting<unknown>)]),
  ) as Parsed
  mistakes.push(...invalidCombinations(parsed, env))
  if (mistakes.length > 0) throw new InvalidSettings(mistakes)
  return { ...parsed, ...addressesOf(parsed) }
}

// Those that are set are of the live installation, and a rehearsal must not lead anybody there.
function addressesOf({ offline, host, port, ...set }: Parsed): Pick<Config, 'publicUrl' | 'webUrl'> {
  const name = /^(?:loopback|0\.0\.0\.0|::)$/.test(host) ? 'localhost' : host
  const own = `http://${name.includes(':') ? `[${name}]` : name}:${port}`
  if (offline) return { publicUrl: own, webUrl: own }
  const publicUrl = set.publicUrl ?? `http://localhost:${port}`
  return { publicUrl, webUrl: set.webUrl ?? publicUrl }
}

/**
 * A shell and systemd take the quotes from around a value with spaces, container engines leave them: one file of
 * settings means the same to all of them.
 */
function withoutQuotes(env: Environment): Environment {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, /^(["'])(.*)\1$/s.exec(value ?? '')?.[2] ?? value]),
  )
}

function invalidCombinations(parsed: Parsed, env: Environment): string[] {
  const mistakes: string[] = []
  if (parsed.storage === 's3' && !parsed.s3Bucket)
    mistakes.push('CHANCERY_S3_BUCKET is required with CHANCERY_STORAGE=s3')
  if (parsed.environment === 'production' && !parsed.publicUrl && !env['CHANCERY_PUBLIC_URL']) {
    mistakes.push('CHANCERY_PUBLIC_URL is required in production: it is the address in tokens and mails')
  }
  if (parsed.environment === 'production') mistakes.push(...unfilledSettings(env))
  if (parsed.role !== 'all' && !parsed.databaseUrl)
    mistakes.push(`DATABASE_URL is required with CHANCERY_ROLE=${parsed.role}: the roles share one database`)
  if (parsed.replicaUrl && !parsed.databaseUrl)
    mistakes.push('DATABASE_URL is required with CHANCERY_REPLICA_URL, which is a replica of it')
  if (parsed.role === 'worker' && parsed.offline)
    mistakes.push('CHANCERY_OFFLINE and CHANCERY_ROLE=worker exclude each other: offline there is no work')
  if (parsed.backupSchedule && !parsed.backupPlace)
    mistakes.push('CHANCERY_BACKUP_PLACE is required with CHANCERY_BACKUP_SCHEDULE')
  if (parsed.backupPassphrase && parsed.backupPassphraseFile)
    mistakes.push(
      'CHANCERY_BACKUP_PASSPHRASE and CHANCERY_BACKUP_PASSPHRASE_FILE exclude each other: set one',
    )
  const known = new Set<string>(Object.values(settings).map((each) => each.variable))
  for (const name of Object.keys(env)) {
    if (name.startsWith('CHANCERY_') && !name.startsWith('CHANCERY_TEST_') && !known.has(name)) {
      mistakes.push(`${name} is not a setting; docs/configuration.md lists all of them`)
    }
  }
  return mistakes
}
