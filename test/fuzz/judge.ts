// What is wrong with an answer, whatever was asked.
import type { Answer } from './server-under-fuzz.ts'

/** A refusal says what is wrong and nothing else: it never grows with what was sent. */
const mostErrorBytes = 16_000
/** The largest page of a list, with every text at its longest, is smaller. */
const mostAnswerBytes = 4_000_000

// what only a program says of itself
const internals =
  /\bat \S+ \(|node_modules|\.ts:\d|TypeError|ReferenceError|RangeError|SyntaxError|is not (?:a function|iterable|defined)|Cannot (?:read|set|convert)|undefined|\[object |select .* from |insert into |violates|invalid input syntax|null value in column/i

/** The fault in one line; undefined for a proper answer. */
export function faultOf({ status, headers, body, bytes }: Answer): string | undefined {
  if (status === 0) return undefined
  if (status >= 500) return `answered ${status}: ${body.toString().slice(0, 300)}`
  if (status < 400) return bytes > mostAnswerBytes ? `answered ${bytes} bytes` : undefined
  if (bytes > mostErrorBytes) return `refused with ${bytes} bytes: ${body.toString().slice(0, 200)} …`
  return faultOfRefusal(headers['content-type'] ?? '', body.toString())
}

function faultOfRefusal(type: string, text: string): string | undefined {
  // an answer to HEAD has none; a request that is not HTTP is refused before any route
  if (text === '') return undefined
  if (type.startsWith('text/html'))
    return internals.test(text.replace(/<script[\s\S]*?<\/script>/g, ''))
      ? `shows internals: ${text.slice(0, 300)}`
      : undefined
  if (!/json/.test(type)) return `refused as ${type || 'nothing'}: ${text.slice(0, 200)}`
  const message = messagesIn(JSON.parse(text))
  return internals.test(message) ? `shows internals: ${message.slice(0, 400)}` : undefined
}

/** What our own words are: the caller's names and values in them may be anything. */
function messagesIn(problem: unknown): string {
  const { detail = '', error_description: description = '' } = problem as {
    readonly detail?: string
    readonly error_description?: string
  }
  return `${detail} ${description}`
}
