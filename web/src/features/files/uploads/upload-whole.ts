// Uploading a small file in one call.
import { answer, client } from '../../../lib/client.ts'

/** Uploads the file to where the fields of the form say; answers its id. */
export async function uploadWhole(file: File, fields: Readonly<Record<string, string>>): Promise<number> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', file)
  // FormData brings its own type
  const kept = await answer(client.POST('/v2/files', { body: form, bodySerializer: () => form }))
  // only what replaces or skips another file answers nothing
  if (kept === undefined) throw new Error('The server kept no document')
  return kept.id
}
