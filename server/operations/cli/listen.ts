// `chancery listen`: a webhook receiver on this machine, so that the first notification is seen minutes after cloning.
import { Command, InvalidArgumentError } from 'commander'
import type { ListenOptions } from './actions/listen-actions.ts'

/** The command, for chancery.ts to add. */
export const listenCommand = () =>
  new Command('listen')
    .argument('[email]', 'the subscribing user: notified of what they may see', 'counsel@harbour.example')
    .description('sandbox only: receive webhooks on this machine, verify each one and print it')
    .option('--topics <topic...>', 'the topics to subscribe to (default: all)')
    .option('--port <port>', 'the port of the receiver (default: a free one)', number(0, 65_535), 0)
    .option('--count <notifications>', 'stop after this many notifications', number(1, 1_000_000))
    .addHelpText(
      'after',
      `
It subscribes in the person's name at the server that runs here, receives over HTTPS with a certificate that it makes
itself, checks signature, time and client state, and detects duplicates. Its subscription is deleted at the end (Ctrl-C).

Examples:
  $ node bin/chancery.mjs listen
  $ node bin/chancery.mjs listen counsel@harbour.example --topics contract.created contract.status.updated`,
    )
    .action(async (email: string, options: ListenOptions) => {
      const { listen } = await import('./actions/listen-actions.ts')
      await listen(email, options)
    })

function number(min: number, max: number) {
  return (text: string): number => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= min && value <= max) return value
    throw new InvalidArgumentError(`Enter a whole number from ${min} to ${max}.`)
  }
}
