// Requests to a server whose database or disk is in trouble: every response is of interest, rejections above all.
import { Agent, request } from 'undici'

export interface Answer {
  readonly status: number
  readonly retryAfter: unknown
  readonly text: string
}

export interface Requests {
  /** Any request, with a body of the given type (default JSON). */
  ask(
    method: 'GET' | 'PATCH' | 'POST',
    path: string,
    content?: { readonly type?: string; readonly body: string },
  ): Promise<Answer>
  close(): Promise<void>
}

/** Requests with the token, over as many connections as needed. */
export function createRequests(url: string, token: string): Requests {
  const dispatcher = new Agent({ connections: 16 })
  return {
    async ask(method, path, content) {
      const { statusCode, headers, body } = await request(url + path, {
        method,
        dispatcher,
        headers: {
          authorization: `Bearer ${token}`,
          ...(content ? { 'content-type': content.type ?? 'application/json' } : {}),
        },
        body: content?.body ?? null,
      })
      return { status: statusCode, retryAfter: headers['retry-after'], text: await body.text() }
    },
    close: () => dispatcher.destroy(),
  }
}

/** A form with one file of this size. */
export const formOf = (bytes: number) => ({
  type: 'multipart/form-data; boundary=b',
  body: `--b\r\nContent-Disposition: form-data; name="file"; filename="note.txt"\r\n\r\n${'x'.repeat(bytes)}\r\n--b--\r\n`,
})
