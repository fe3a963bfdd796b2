// Receiving mail by SMTP (RFC 5321) from the organisation's own mail server, which has verified its origin. A mail is
// accepted once it has been filed; until then the other server keeps it.
import { once } from 'node:events'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { App } from '../../platform/app.ts'
import { AppError } from '../../platform/errors.ts'
import { fileInboundMail } from '../commands/file-inbound-mail.ts'
import { recordAt } from '../../records/mail-address.ts'

/** A listener for mail: its port, and how to stop it. */
export interface MailServer {
  readonly port: number
  /** Accepts no more connections and gives current ones a moment to finish. */
  stop(): Promise<void>
}

const mostConnections = 10

/** Listens for mail of the domain if the settings say so. */
export async function startMailServer(app: App, domain: string): Promise<MailServer> {
  const { inboundMailHost, inboundMailPort, inboundMailBytes } = app.config
  const server = new SMTPServer({
    name: domain,
    banner: 'mail for matters and contracts',
    size: inboundMailBytes,
    // there is no authentication, and the connection from the organisation's mail server is trusted
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    maxClients: mostConnections,
    socketTimeout: 60_000,
    closeTimeout: 2_000,
    onRcptTo: ({ address }, _session, answer) => void checkAddress(app, address).then(() => answer(), answer),
    onData: (stream, session, answer) => void take(app, stream, session).then(() => answer(), answer),
  })
  server.on('error', (error) => app.log.warn({ err: error }, 'a connection for mail failed'))
  const listener = server.listen(inboundMailPort, inboundMailHost)
  await once(listener, 'listening')
  const { port } = listener.address() as { port: number }
  app.log.info({ port, domain }, 'receiving mail')
  return { port, stop: () => new Promise((done) => server.close(done)) }
}

/** An SMTP error, permanent or temporary. */
const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

async function checkAddress(app: App, address: string): Promise<void> {
  const record = await recordAt(app, address).catch((error: unknown) => {
    throw notNow(app, error)
  })
  if (!record) throw refusal(550, 'No matter or contract has this address')
}

async function take(app: App, stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
  const raw = await read(stream, app.config.inboundMailBytes)
  if (!raw) throw refusal(552, `A mail may have at most ${app.config.inboundMailBytes} bytes`)
  try {
    const records = await Promise.all(session.envelope.rcptTo.map(({ address }) => recordAt(app, address)))
    await fileInboundMail(
      app,
      raw,
      records.filter((record) => record !== undefined),
    )
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') throw refusal(550, error.message)
    if (error instanceof AppError && error.code === 'bad_request') throw refusal(554, error.message)
    throw notNow(app, error)
  }
}

/** The other mail server retries for days. */
function notNow(app: App, error: unknown): Error {
  app.log.error({ err: error }, 'a mail could not be received')
  return refusal(451, 'The mail cannot be received at the moment; try again later')
}

/** The complete mail, or undefined if it is too large; it is read to its end in any case. */
async function read(stream: SMTPServerDataStream, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= most) chunks.push(chunk)
  }
  return size > most || stream.sizeExceeded ? undefined : Buffer.concat(chunks)
}
