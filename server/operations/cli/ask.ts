// Asks for a secret at the terminal without showing it, or reads it from standard input in a pipe.
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** The secret: typed twice at a terminal, or the first line of standard input. */
export async function askForPassword(question: string): Promise<string> {
  if (!process.stdin.isTTY) return firstLine()
  const first = await askHidden(`${question}: `)
  const second = await askHidden('Repeat: ')
  if (first !== second) throw new Error('The two entries differ. Nothing was changed.')
  return first
}

/** An existing secret: typed once at a terminal, or the first line of standard input. */
export const askOnce = (question: string): Promise<string> =>
  process.stdin.isTTY ? askHidden(`${question}: `) : firstLine()

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) return line
  throw new Error('There is no password or passphrase on standard input.')
}

function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  return new Promise((resolve, reject) => {
    terminal.question('', (answer) => {
      process.stderr.write('\n')
      terminal.close()
      resolve(answer)
    })
    terminal.once('SIGINT', () => {
      terminal.close()
      process.stderr.write('\n')
      reject(new Error('Nothing was changed.'))
    })
  })
}
