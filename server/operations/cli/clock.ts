// `chancery clock`: the test clock of a sandbox.
import { Command, InvalidArgumentError } from 'commander'
import { withSandbox } from './installation.ts'

interface Options {
  readonly advance?: number
  readonly reset?: true
}

/** The command, for chancery.ts to add. */
export const clockCommand = () =>
  new Command('clock')
    .description('sandbox only: show the clock of the platform, move it forward, or reset it to real time')
    .option('--advance <time>', 'move it forward: 90s, 3m, 2h, 1d, or combined as 1d12h', seconds)
    .option('--reset', 'reset it to real time')
    .addHelpText(
      'after',
      `
A running server follows at once, and with it what is due by then: retries, windows, expiries, key dates.

Examples:
  $ node bin/chancery.mjs clock
  $ node bin/chancery.mjs clock --advance 3m
  $ node bin/chancery.mjs clock --reset`,
    )
    .action(async ({ advance, reset }: Options) => {
      if (advance !== undefined && reset) throw new Error('Use either --advance or --reset, not both.')
      const { now, offsetSeconds } = await withSandbox(async (app) => {
        const { moveSandboxClock, readSandboxClock } = await import('../../sandbox/clock.ts')
        if (reset) return moveSandboxClock(app, { reset })
        return advance === undefined
          ? readSandboxClock(app)
          : moveSandboxClock(app, { advanceSeconds: advance })
      })
      const ahead = offsetSeconds === 0 ? 'real time' : `${formatDuration(offsetSeconds)} ahead of real time`
      console.log(`${now.toISOString()} (${ahead})`)
    })

const units = { s: 1, m: 60, h: 3_600, d: 86_400 } as const

function seconds(text: string): number {
  if (!/^(\d+[smhd])+$/.test(text)) {
    throw new InvalidArgumentError('Enter numbers with s, m, h or d: 90s, 3m, 2h, 1d, 1d12h.')
  }
  const parts = text.matchAll(/(\d+)([smhd])/g)
  return [...parts].reduce(
    (sum, [, count, unit]) => sum + Number(count) * units[unit as keyof typeof units],
    0,
  )
}

function formatDuration(ahead: number): string {
  let left = Math.round(ahead)
  const parts = (['d', 'h', 'm', 's'] as const).map((unit) => {
    const count = Math.floor(left / units[unit])
    left -= count * units[unit]
    return count > 0 ? `${count}${unit}` : ''
  })
  return parts.join('')
}
