// What a person is told once the server runs: where everything is, and what to type first.
import type { Config } from './config.ts'
import { demoPassword, people } from './demo/content.ts'
import { logFileOf } from './log-file.ts'

interface Facts {
  /** Since the command was given. */
  readonly seconds: number
  readonly demo: boolean
}

/** The text for the terminal. */
export function welcome(config: Config, { seconds, demo }: Facts): string {
  return [
    '',
    `Chancery is ready after ${seconds.toFixed(1)} s (${config.environment}).`,
    '',
    ...addresses(config),
    ...(demo ? accounts() : []),
    '',
    'Ctrl-C stops it. "npx chancery --help" shows what else there is to do.',
    '',
  ].join('\n')
}

function addresses(config: Config): readonly string[] {
  const { publicUrl, webUrl } = config
  return table([
    ['Web app', `${webUrl}/`],
    ['API', `${publicUrl}/contract-apis/v1 and the other areas, ${publicUrl}/v2`],
    ['API explorer', `${publicUrl}/docs`],
    ['OpenAPI', `${publicUrl}/openapi.json`],
    ['Documentation', 'docs/ in this folder; begin with docs/oauth.md'],
    ['Data', config.stateDir],
    ['Log', config.log === 'file' ? logFileOf(config) : 'standard output'],
  ])
}

function accounts(): readonly string[] {
  return [
    '',
    `Demo accounts (password ${demoPassword}):`,
    '',
    ...table(people.map(({ email, role, shows }) => [email, `${role}: ${shows}`])),
  ]
}

function table(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
}
