// A name server on this machine that knows TXT records only, for what asks real ones otherwise.
import { createSocket } from 'node:dgram'

export interface NameServer {
  /** `127.0.0.1:40053` */
  readonly address: string
  /** The texts of a name; none for one that is not set. */
  readonly texts: Map<string, readonly string[]>
  /** Whether questions are left without an answer. */
  silent: boolean
  stop(): Promise<void>
}

const headerBytes = 12
const responseFlags = 0x8580
const nameError = 3

/** Listens on a free port. */
export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4')
  const texts = new Map<string, readonly string[]>()
  await new Promise<void>((listening) => socket.bind(0, '127.0.0.1', listening))
  const server: NameServer = {
    address: `127.0.0.1:${socket.address().port}`,
    texts,
    silent: false,
    stop: () => new Promise((closed) => socket.close(() => closed())),
  }
  socket.on('message', (question, { port, address }) => {
    if (!server.silent) socket.send(answerTo(question, texts), port, address)
  })
  return server
}

function answerTo(question: Buffer, texts: NameServer['texts']): Buffer {
  const labels: string[] = []
  let at = headerBytes
  while (question[at]) {
    const length = question[at] ?? 0
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  // the zero that ends the name, the type and the class
  const end = at + 5
  const found = texts.get(labels.join('.').toLowerCase()) ?? []
  const header = Buffer.alloc(headerBytes)
  question.copy(header, 0, 0, 2)
  header.writeUInt16BE(responseFlags | (found.length === 0 ? nameError : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(found.length, 6)
  return Buffer.concat([header, question.subarray(headerBytes, end), ...found.map(textRecord)])
}

/** Names the question's name by a pointer to it; texts are sent in parts of 255 bytes. */
function textRecord(text: string): Buffer {
  const bytes = Buffer.from(text)
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255)
    parts.push(Buffer.from([part.length]), part)
  }
  const data = Buffer.concat(parts)
  const head = Buffer.from([0xc0, headerBytes, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
