// Refreshes tokens over and over, each connection its own, whose next one is in every answer. A process of its own on
// bare sockets, like load.ts; it keeps the tokens from one measurement to the next.
import { connect, type Socket } from 'node:net'

/** What is to be refreshed: a token for each connection, and the parameters that go with all of them. */
export interface Refreshing {
  readonly url: string
  readonly parameters: Readonly<Record<string, string>>
  /** The first token of each connection; what came of them is kept by the address. */
  readonly tokens: readonly string[]
  readonly milliseconds: number
}

const tokensAt = new Map<string, string[]>()

function requestWith({ url, parameters }: Refreshing, token: string): string {
  const { host, pathname } = new URL(url)
  const body = new URLSearchParams({ ...parameters, refresh_token: token }).toString()
  return [
    `POST ${pathname} HTTP/1.1`,
    `host: ${host}`,
    'content-type: application/x-www-form-urlencoded',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}

/** The body of an answer, or undefined while it is not complete. */
function bodyOf(answer: string): string | undefined {
  const end = answer.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(answer) ?? []
  const body = answer.slice(end + 4)
  if (body.length < Number(length)) return undefined
  if (!answer.startsWith('HTTP/1.1 200')) throw new Error(`was answered ${answer}`)
  return body
}

function refreshOn(socket: Socket, refreshing: Refreshing, tokens: string[], place: number): Promise<number> {
  const end = performance.now() + refreshing.milliseconds
  return new Promise((resolve, reject) => {
    let answered = 0
    let answer = ''
    const send = () => socket.write(requestWith(refreshing, tokens[place] ?? ''))
    const read = (text: string) => {
      answer += text
      const body = bodyOf(answer)
      if (body === undefined) return
      answer = ''
      answered++
      tokens[place] = (JSON.parse(body) as { refresh_token: string }).refresh_token
      if (performance.now() >= end) resolve(answered)
      else send()
    }
    socket.setEncoding('latin1').on('data', (text) => {
      try {
        read(String(text))
      } catch (error) {
        reject(error)
      }
    })
    socket.on('error', reject).on('close', () => reject(new Error('the connection was closed')))
    send()
  })
}

async function refresh(refreshing: Refreshing): Promise<number> {
  const { hostname, port } = new URL(refreshing.url)
  const tokens = tokensAt.get(refreshing.url) ?? [...refreshing.tokens]
  tokensAt.set(refreshing.url, tokens)
  const sockets = tokens.map(() => connect(Number(port), hostname).setNoDelay())
  try {
    const counts = await Promise.all(
      sockets.map((socket, place) => refreshOn(socket, refreshing, tokens, place)),
    )
    return counts.reduce((all, each) => all + each, 0)
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

process.on('message', (refreshing: Refreshing) => {
  refresh(refreshing).then(
    (answered) => process.send?.({ answered }),
    (error: unknown) => process.send?.({ error: `${refreshing.url} ${String(error)}` }),
  )
})
process.on('disconnect', () => process.exit())
