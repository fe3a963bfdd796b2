// Where the frame shows uploads: nothing is loaded before there is one.
import { lazy, Suspense, useEffect } from 'react'
import { fromServer } from '../../../lib/connection.ts'
import { useSignedIn } from '../../session/session.ts'
import { hasKept } from './kept-files.ts'
import { leftBehind } from './kept-uploads.ts'
import { useUploads } from './upload-store.ts'

const UploadTray = lazy(async () => ({
  default: (await fromServer(() => import('./upload-tray.tsx'))).UploadTray,
}))

async function goOn(userId: string): Promise<void> {
  if (leftBehind.length === 0 && !(await hasKept())) return
  const { goOnAfterReload } = await fromServer(() => import('./go-on-after-reload.ts'))
  await goOnAfterReload(userId)
}

/** Belongs into the frame of the app, once. Uploads survive moving from page to page. */
export function UploadCorner() {
  const { id } = useSignedIn().user
  useEffect(() => {
    void goOn(id).catch(() => undefined)
  }, [id])
  if (useUploads().length === 0) return null
  return (
    <Suspense>
      <UploadTray />
    </Suspense>
  )
}
