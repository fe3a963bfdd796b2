// What is printed once the server is running: where everything is, and what to try first.
import type { Config } from '../../platform/settings/config.ts'
import { demoPassword, people } from '../../sandbox/demo/plans/core-records.ts'
import type { DemoClient } from '../../sandbox/demo/demo-client.ts'
import { logFileOf } from './log-file.ts'

interface Facts {
  /** Since the command was run. */
  readonly seconds: number
  readonly demo: boolean
  readonly client: DemoClient | undefined
}

/** The text for the terminal. */
export function welcome(config: Config, { seconds, demo, client }: Facts): string {
  return [
    '',
    `Chancery is ready after ${seconds.toFixed(1)} s (${config.environment}).`,
    '',
    ...(config.offline
      ? [
          'This is a rehearsal (offline): no mail, no webhooks, no jobs, nothing is removed. Its addresses are those of this machine.',
          '',
        ]
      : []),
    ...addresses(config),
    ...(demo && config.role !== 'worker' ? accounts() : []),
    ...(client && config.role !== 'worker' ? firstCalls(config, client) : []),
    '',
    'Ctrl-C stops it. "node bin/chancery.mjs --help" lists the other commands.',
    '',
  ].join('\n')
}

function addresses(config: Config): readonly string[] {
  const { publicUrl, webUrl, port, role } = config
  if (role === 'worker') return table([['Worker', `http://localhost:${port}/readyz and /metrics`]])
  return table([
    ['Web app', `${webUrl}/`],
    ['API', `${publicUrl}/contract-apis/v1 and the other areas, ${publicUrl}/v2`],
    ['API explorer', `${publicUrl}/docs`],
    ['OpenAPI', `${publicUrl}/openapi.json`],
    ['Documentation', 'docs/ in this folder; start with docs/oauth.md'],
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

function firstCalls(config: Config, { clientId, clientSecret, redirectUri }: DemoClient): readonly string[] {
  const authorize = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state: 'hello',
  })
  const secret = clientSecret ?? '<CLIENT_SECRET>'
  return [
    '',
    'Demo integration client:',
    '',
    ...table([
      ['client_id', clientId],
      ['client_secret', clientSecret ?? 'has been rotated since; the current one cannot be shown'],
      ['redirect_uri', redirectUri],
    ]),
    '',
    'The first call of an integration:',
    '',
    '  1. Open this in a browser, sign in, allow. It redirects to an address where nothing answers: copy the code from it.',
    `     ${config.webUrl}/#/authorize?${authorize.toString()}`,
    '  2. Exchange the code within ten minutes.',
    `     curl ${config.publicUrl}/account-apis/v1/auth/token -d grant_type=authorization_code -d client_id=${clientId} \\`,
    `       -d client_secret=${secret} -d redirect_uri=${redirectUri} -d code=<CODE>`,
    '  3. Call with the access token.',
    `     curl -H 'Authorization: Bearer <ACCESS_TOKEN>' '${config.publicUrl}/contract-apis/v1/contracts'`,
    '',
    '  The same in one step, in another terminal, without a browser:',
    `     curl -H "Authorization: Bearer $(node bin/chancery.mjs token counsel@harbour.example --access-token)" \\`,
    `       '${config.publicUrl}/contract-apis/v1/contracts'`,
  ]
}

function table(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
}
