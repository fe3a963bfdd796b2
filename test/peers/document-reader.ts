// A service that reads documents, as an organisation may have one: a real HTTPS server, which answers what a test says.
import { createServer } from 'node:https'
import { selfSignedCertificate } from '../../server/platform/outbound/self-signed.ts'

export interface ReceivedDocument {
  readonly authorization: string | undefined
  readonly body: { readonly paragraphs: readonly { readonly text: string; readonly page: number | null }[] }
}

/** A running service. It answers `answer`: a value as JSON, a text as it is, a number as a status. */
export async function startDocumentReader() {
  const received: ReceivedDocument[] = []
  const state: { answer: unknown } = { answer: { facts: [] } }
  const server = createServer(selfSignedCertificate(), (request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(pieces).toString()) as ReceivedDocument['body']
      received.push({ authorization: request.headers.authorization, body })
      const { answer } = state
      if (typeof answer === 'number') response.writeHead(answer).end()
      else response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    url: `https://localhost:${port}`,
    host: `localhost:${port}`,
    received,
    /** From now on it answers this. */
    say(answer: unknown) {
      state.answer = answer
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
