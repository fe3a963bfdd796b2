// Updating a link: the address and type of its document, and everything that can be updated on any file.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { notFound } from '../../platform/errors.ts'
import type { File } from '../file.ts'
import { checkLinkType, parseWebUri } from '../link.ts'
import { updateFile, type FileChanges } from './update-file.ts'

/**
 * Like `updateFile`, but for a link; not_found for any other file. `check` may reject the update given the current
 * file.
 */
export async function updateFileLink(
  app: App,
  actor: Actor,
  id: number,
  { changes, check }: { readonly changes: FileChanges; readonly check: (file: File) => void },
): Promise<void> {
  const { webUri, contentType } = changes
  const wanted = {
    ...changes,
    ...(webUri !== undefined && { webUri: parseWebUri(webUri) }),
    ...(contentType && { contentType: checkLinkType(contentType) }),
  }
  await updateFile(app, actor, id, ({ file }) => {
    if (file.webUri === null) throw notFound()
    check(file)
    return wanted
  })
}
