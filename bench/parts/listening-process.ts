// A process of the benchmark's own beside the server, such as a bare server to compare with. Its program listens on a
// free port of
// 127.0.0.1, prints the port, and ends when it is disconnected: `process.on('disconnect', () => process.exit())`.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface ListeningProcess {
  readonly url: string
  readonly pid: number
  end(): void
}

/** Starts `bench/parts/<program>` with these arguments and answers when it listens. */
export async function startListening(
  program: string,
  words: readonly string[] = [],
): Promise<ListeningProcess> {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), [...words], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`${program} ended with ${String(code)} before it listened`)
  })
  const [port] = (await Promise.race([once(child.stdout?.setEncoding('utf8') ?? child, 'data'), failed])) as [
    string,
  ]
  failed.catch(() => undefined)
  return { url: `http://127.0.0.1:${port.trim()}`, pid: child.pid ?? 0, end: () => child.disconnect() }
}
