// Pictures of people and organisations: sent as they are on the disk.
import { writeHeaders } from './client.ts'
import { readRefusal } from './refusal.ts'

/** The largest that is accepted, in bytes. */
export const largestPicture = 1024 * 1024

/** Sets the picture at that path of the API, or removes it. Throws the refusal. */
export async function sendPicture(path: string, file: File | null): Promise<void> {
  const response = await fetch(path, {
    method: file ? 'PUT' : 'DELETE',
    credentials: 'same-origin',
    headers: {
      ...(await writeHeaders()),
      ...(file ? { 'content-type': file.type || 'application/octet-stream' } : {}),
    },
    ...(file ? { body: file } : {}),
  })
  if (!response.ok) throw await readRefusal(response)
}
