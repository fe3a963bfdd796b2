// Sends one request over and over from several connections for a while, and answers how often it was answered. A process of its
// own, so that what is measured has the rest of the machine to itself.
import { Agent, request } from 'node:http'

interface Load {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** A body makes it a POST; `%` in it becomes a number that was not there before. */
  readonly body?: string
  readonly connections: number
  readonly milliseconds: number
}

const agent = new Agent({ keepAlive: true })
let sent = 0

function once({ url, headers, body }: Load): Promise<void> {
  const payload = body?.replaceAll('%', `${process.pid}-${++sent}`)
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      { agent, headers, method: payload === undefined ? 'GET' : 'POST' },
      (response) => {
        response.resume().on('end', () => {
          if (response.statusCode === 200) resolve()
          else reject(new Error(`${url} answered ${response.statusCode}`))
        })
      },
    )
    call.on('error', reject).end(payload)
  })
}

process.on('message', (load: Load) => {
  const end = performance.now() + load.milliseconds
  let answered = 0
  const connection = async () => {
    while (performance.now() < end) {
      await once(load)
      answered++
    }
  }
  const all = Promise.all(Array.from({ length: load.connections }, connection))
  all.then(
    () => process.send?.({ answered }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
