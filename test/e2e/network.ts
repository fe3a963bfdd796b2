// A network that tests can cut, between a browser and the server on this machine.
import { connect as connectTo, createServer as createTcpServer, type Socket } from 'node:net'

/** A network between browser and server that can be cut. */
export interface Network {
  connect(port: number, server: number): Promise<void>
  /** Breaks every connection and lets none be made. */
  cut(): Promise<void>
  mend(): Promise<void>
}

/** One for `serveWebApp`. */
export function breakableNetwork(): Network {
  const open = new Set<Socket>()
  let ports = { port: 0, server: 0 }
  const proxy = createTcpServer((browser) => {
    const server = connectTo(ports.server, 'localhost')
    for (const [socket, other] of [
      [browser, server],
      [server, browser],
    ] as const) {
      open.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => open.delete(socket) && other.destroy())
      socket.pipe(other)
    }
  })
  const mend = () => new Promise<void>((resolve) => void proxy.listen(ports.port, 'localhost', resolve))
  return {
    mend,
    connect(port, server) {
      ports = { port, server }
      return mend()
    },
    async cut() {
      const closed = new Promise((resolve) => proxy.close(resolve))
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}
