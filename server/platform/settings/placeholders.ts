// What the shipped file of settings has in the places that an operator fills in. Production does not start with these:
// tokens and mails would name an address that is somebody else's.
import type { Environment } from './setting.ts'

interface Placeholder {
  readonly variable: string
  readonly isLeft: (value: string) => boolean
  readonly advice: string
}

const hostOf = (value: string): string => URL.parse(value)?.hostname ?? ''
const isExample = (host: string): boolean => /(^|[.@])example\.(com|org|net)$/.test(host)

const placeholders: readonly Placeholder[] = [
  {
    variable: 'CHANCERY_PUBLIC_URL',
    isLeft: (value) => isExample(hostOf(value)),
    advice: 'still has the address of the example: put in the one under which people reach this installation',
  },
  {
    variable: 'CHANCERY_WEB_URL',
    isLeft: (value) => isExample(hostOf(value)),
    advice: 'still has the address of the example: put in that of the web app',
  },
  {
    variable: 'CHANCERY_SMTP_URL',
    isLeft: (value) => isExample(hostOf(value)) || /:\/\/user:password@/.test(value),
    advice:
      'still has the mail server of the example: put in yours with its user and password, or remove the line until there is one',
  },
  {
    variable: 'CHANCERY_MAIL_FROM',
    isLeft: (value) => isExample(value.replace(/>$/, '')),
    advice: 'still has the sender of the example: put in the address that your mail comes from',
  },
  {
    variable: 'CHANCERY_OPERATOR_EMAIL',
    isLeft: isExample,
    advice: 'still has the address of the example: put in the one that is told of failed backups',
  },
  {
    variable: 'CHANCERY_ENCRYPTION_KEY',
    isLeft: (value) => value === '',
    advice:
      'is empty: put in what "openssl rand -base64 32" prints and keep a copy apart from the backups, or remove the line to have a key made in the state folder',
  },
]

/** The mistakes of settings that were not filled in, a sentence each. */
export const unfilledSettings = (env: Environment): string[] =>
  placeholders.flatMap(({ variable, isLeft, advice }) => {
    const value = env[variable]?.trim()
    return value !== undefined && isLeft(value) ? [`${variable} ${advice}`] : []
  })
