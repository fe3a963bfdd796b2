// Where the frame shows uploads: nothing is loaded before there is one.
import { lazy, Suspense, useEffect } from 'react'
import { fromServer } from '../../../lib/connection.ts'
import { useSignedIn } from '../../session/session.ts'
import { mayHaveKept } from './kept-files.ts'
import { leftBehind } from './kept-uploads.ts'
import { useUploads } from './upload-store.ts'

const UploadTray = lazy(async () => ({
  default: (await fromServer(() => import('./upload-tray.tsx'))).UploadTray,
}))

/** Belongs into the frame of the app, once. Uploads survive moving from page to page. */
export function UploadCorner() {
  const { id } = useSignedIn().user
  useEffect(() => {
    if (leftBehind.length === 0 && !mayHaveKept()) return
    void fromServer(() => import('./go-on-after-reload.ts'))
      .then(({ goOnAfterReload }) => goOnAfterReload(id))
      .catch(() => undefined)
  }, [id])
  if (useUploads().length === 0) return null
  return (
    <Suspense>
      <UploadTray />
    </Suspense>
  )
}
