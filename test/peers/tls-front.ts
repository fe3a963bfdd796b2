// A server that speaks TLS with a certificate of its own in front of one that does not.
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import tls from 'node:tls'
import { selfSignedCertificate } from '../../server/platform/outbound/self-signed.ts'

/** Passes everything on to the port of this machine. */
export async function startTlsFront(
  port: number,
): Promise<{ readonly address: string; readonly close: () => void }> {
  const sockets = new Set<{ destroy(): void }>()
  const server = tls.createServer(selfSignedCertificate(), (outer) => {
    const inner = connect(port, '127.0.0.1')
    for (const [socket, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy()).pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
