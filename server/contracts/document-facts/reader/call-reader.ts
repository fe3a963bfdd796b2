// One call to a reading service: the text of a document goes there, and facts come back (docs/document-facts.md).
import type { App } from '../../../platform/app.ts'
import { boundedCall, describeFailedCall } from '../../../platform/outbound/bounded-call.ts'
import { type AnsweredFacts, readAnswer } from './read-answer.ts'

const longestWaitMs = 60_000
const largestAnswer = 512 * 1024

/** Why the service gave nothing that can be used, for the person who asked. */
export class ReadingFailure extends Error {}

export interface SentParagraph {
  readonly text: string
  readonly page?: number | null
}

/** Sends the text, and nothing else of the contract. Throws ReadingFailure, with the reason. */
export async function callReader(
  { outbound, config }: Pick<App, 'outbound' | 'config'>,
  { url, secret }: { readonly url: string; readonly secret: string | null },
  paragraphs: readonly SentParagraph[],
): Promise<AnsweredFacts> {
  if (config.offline) throw new ReadingFailure('it is not called: this is a rehearsal')
  const answer = await boundedCall(outbound, {
    url,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
    },
    body: JSON.stringify({ paragraphs: paragraphs.map(({ text, page }) => ({ text, page })) }),
    longestWaitMs,
    largestAnswer,
  }).catch((error: unknown) => {
    throw new ReadingFailure(describeFailedCall(error, { longestWaitMs }))
  })
  if (answer.status !== 200) throw new ReadingFailure(`it answered with status ${answer.status}`)
  const read = readAnswer(parsed(answer.bytes), paragraphs)
  if (typeof read === 'string') throw new ReadingFailure(read)
  return read
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new ReadingFailure('its answer is not JSON')
  }
}
