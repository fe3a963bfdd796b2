// Files that are sent as they are on the disk, whatever their size.
import { writeHeaders } from './client.ts'
import { fetchAsWork } from './quiet.ts'
import { readRefusal } from './refusal.ts'

interface Sending {
  readonly method?: 'POST' | 'PUT'
  readonly type: string
}

/** Sends the file to a path of the API. Throws the refusal. */
export const sendBytes = (path: string, file: Blob, { method = 'POST', type }: Sending): Promise<Response> =>
  send(path, { method, body: file, headers: { 'content-type': type } })

interface Call extends Pick<RequestInit, 'body'> {
  readonly method: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a call; with one that changes something, what proves that it comes from this page. Throws the refusal. */
export async function send(path: string, { headers, ...call }: Call): Promise<Response> {
  const response = await fetchAsWork(path, {
    ...call,
    credentials: 'same-origin',
    headers: { ...(call.method === 'GET' ? {} : await writeHeaders()), ...headers },
  })
  if (!response.ok) throw await readRefusal(response)
  return response
}
