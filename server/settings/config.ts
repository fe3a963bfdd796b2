// The only reader of the environment: parses every setting once and reports all mistakes together.
// The settings themselves are in server/settings/; docs/configuration.md is generated from them.
import { backupSettings } from './backup.ts'
import { persistenceSettings } from './persistence.ts'
import { limitsSettings } from './limits.ts'
import { mailSettings } from './mail.ts'
import { recordsSettings } from './records.ts'
import { serverSettings } from './server.ts'
import type { Environment, Setting } from './setting.ts'
import { Mistake } from './values.ts'
import { webhooksSettings } from './webhooks.ts'

export type { Environment } from './setting.ts'

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

/** Every setting there is, in the order of the documentation. */
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
  if (parsed.backupSchedule && !parsed.backupPlace)
    mistakes.push('CHANCERY_BACKUP_PLACE is needed with CHANCERY_BACKUP_SCHEDULE')
  if (parsed.backupPassphrase && parsed.backupPassphraseFile)
    mistakes.push(
      'CHANCERY_BACKUP_PASSPHRASE and CHANCERY_BACKUP_PASSPHRASE_FILE are two ways to say one thing: set one',
    )
  const known = new Set<string>(Object.values(settings).map((each) => each.variable))
  for (const name of Object.keys(env)) {
    if (name.startsWith('CHANCERY_') && !name.startsWith('CHANCERY_TEST_') && !known.has(name)) {
      mistakes.push(`${name} is not a setting; docs/configuration.md lists all of them`)
    }
  }
  return mistakes
}
