// What a person is told once the server runs: where everything is, and what to type first.
import type { Config } from './config.ts'
import { logFileOf } from './log-file.ts'

/** The text for the terminal. */
export function welcome(config: Config, { seconds }: { seconds: number }): string {
  const { publicUrl, webUrl } = config
  const facts = [
    ['Web app', `${webUrl}/`],
    ['API', `${publicUrl}/contract-apis/v1 and the other five areas, ${publicUrl}/v2`],
    ['Documentation', `${publicUrl}/docs (API explorer), docs/ in this folder`],
    ['State', config.stateDir],
    ['Log', config.log === 'file' ? logFileOf(config) : 'standard output'],
  ]
  return [
    '',
    `Chancery is ready after ${seconds.toFixed(1)} s (${config.environment}).`,
    '',
    ...facts.map(([name = '', value = '']) => `  ${name.padEnd(14)} ${value}`),
    '',
    'Ctrl-C stops it.',
    '',
  ].join('\n')
}
