// The limit that transfers of files are compared with: a bare Node server that throws away what is sent to it, and
// sends a file of the given path. A process of its own, as the server that is measured is one; it prints its port and
// ends with its parent.
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const path = process.argv[2] ?? ''
const { size } = statSync(path)
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.setHeader('content-length', size)
    createReadStream(path, { highWaterMark: 256 * 1024 }).pipe(response)
    return
  }
  request.resume().on('end', () => response.end('1'))
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
