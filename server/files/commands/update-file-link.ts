// Changing a link: where its document is, of which type it is, and all that can be changed of any file.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { notFound } from '../../platform/errors.ts'
import type { File } from '../file.ts'
import { checkWebUri, typeOfLink } from '../link.ts'
import { updateFile, type FileChanges } from './update-file.ts'

/** As `changeFile`, of a link; not_found for what is none. `check` may refuse it as it stands. */
export function updateFileLink(
  app: App,
  actor: Actor,
  id: number,
  { changes, check }: { readonly changes: FileChanges; readonly check: (file: File) => void },
): Promise<void> {
  const { webUri, contentType } = changes
  if (webUri !== undefined) checkWebUri(webUri)
  const wanted = contentType ? { ...changes, contentType: typeOfLink(contentType) } : changes
  return updateFile(app, actor, id, ({ file }) => {
    if (file.webUri === null) throw notFound()
    check(file)
    return wanted
  })
}
