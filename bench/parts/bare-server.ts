// The limit that requests are compared with: a bare node:http server that sends the same answer every time, of so many
// bytes. A process of its own, started by listening-process.ts: startListening('bare-server.ts', ['1536']).
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const answer = Buffer.alloc(Number(process.argv[2] ?? 1_536), 'x')
const server = createServer((request, response) => {
  if (request.method === 'GET') response.end(answer)
  else request.resume().on('end', () => response.end(answer))
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
