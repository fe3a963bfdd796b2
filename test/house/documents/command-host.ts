// Runs the commands of blocks, one after another in one process: loading the command line takes a process of its own
// longer than most of what it does. A request has the words of a command, one in each line, and is answered with what
// the command said; an answer that is an error has failed.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { runWords } from '../../../server/operations/cli/run-words.ts'

const [socket, typed = ''] = process.argv.slice(2)
let last = Promise.resolve()

createServer((request, response) => {
  last = last.then(async () => {
    const words = (await text(request)).split('\n')
    const said = await sayingOf(() => runWords(words))
    response.writeHead(process.exitCode ? 500 : 200).end(said)
    process.exitCode = undefined
  })
}).listen(socket, () => process.send?.('ready'))

/** What the command prints. It reads what a person would type. */
async function sayingOf(work: () => Promise<void>): Promise<string> {
  const said: string[] = []
  Object.defineProperty(process, 'stdin', { value: Readable.from([typed]), configurable: true })
  const streams = [process.stdout, process.stderr]
  const writes = streams.map((stream) => stream.write)
  for (const stream of streams)
    stream.write = (chunk: string | Uint8Array) => {
      said.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
      return true
    }
  await work()
  for (const [index, stream] of streams.entries()) stream.write = writes[index] ?? stream.write
  return said.join('')
}
