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
  write(path, { method, body: file, headers: { 'content-type': type } })

/** Sends a call that changes something, with what proves that it comes from this page. Throws the refusal. */
export async function write(path: string, { headers, ...call }: RequestInit): Promise<Response> {
  const response = await fetchAsWork(path, {
    ...call,
    credentials: 'same-origin',
    headers: { ...(await writeHeaders()), ...(headers as Record<string, string> | undefined) },
  })
  if (!response.ok) throw await readRefusal(response)
  return response
}
