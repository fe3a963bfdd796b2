// A port that nobody listens on, for a server that has to know its address before it is built.
import { createServer } from 'node:net'

/** Asks the system for a free port of the loopback interface. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('The probe listens on no port')
  return address.port
}
