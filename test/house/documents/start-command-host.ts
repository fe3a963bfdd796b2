// The process that runs the commands of blocks: command-host.ts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { endChild } from '../../servers/end-child.ts'
import { cleanEnvironment } from '../../servers/server-process.ts'

export interface CommandHost {
  readonly socket: string
  stop(): Promise<unknown>
}

const host = fileURLToPath(new URL('command-host.ts', import.meta.url))
/** What a person types where they are asked. */
const password = 'a sturdy first password\n'

/** Starts it for the installation of this state folder; its socket is in `folder`. */
export async function startCommandHost({
  stateDir,
  folder,
}: {
  readonly stateDir: string
  readonly folder: string
}): Promise<CommandHost> {
  const socket = join(folder, 'commands')
  const child = spawn(process.execPath, [host, socket, password.repeat(2)], {
    env: { ...cleanEnvironment(), CHANCERY_STATE_DIR: stateDir },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return { socket, stop: () => endChild(child, () => child.kill()) }
}

/** Runs a command there. */
export async function askHost(
  socket: string,
  words: readonly string[],
): Promise<{ readonly succeeded: boolean; readonly said: string }> {
  const call = request({ socketPath: socket, method: 'POST' }).end(words.join('\n'))
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  return { succeeded: answer.statusCode === 200, said: await text(answer) }
}
