// Calls of people without an account: at an address from a mail, with the proof that the code gives.
import { send } from '../../lib/send-bytes.ts'

interface Call {
  readonly method?: 'GET' | 'POST'
  readonly body?: object
  readonly proof?: string
}

/** Sends calls below a path; a form is sent as it is, everything else as JSON. Throws a `Refusal`. */
export const outsideCalls =
  (base: string, proofHeader: string) =>
  async (token: string, rest: string, { method = 'GET', body, proof }: Call = {}): Promise<Response> => {
    const isForm = body instanceof FormData
    return send(`${base}/${encodeURIComponent(token)}${rest}`, {
      method,
      headers: {
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
        ...(proof === undefined ? {} : { [proofHeader]: proof }),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
  }
