// Pictures of people and organisations: sent as they are on the disk.
import { send, sendBytes } from './send-bytes.ts'

/** The largest that is accepted, in bytes. */
export const largestPicture = 1024 * 1024

/** Sets the picture at that path of the API, or removes it. Throws the refusal. */
export async function sendPicture(path: string, file: File | null): Promise<void> {
  if (file) await sendBytes(path, file, { method: 'PUT', type: file.type || 'application/octet-stream' })
  else await send(path, { method: 'DELETE' })
}
