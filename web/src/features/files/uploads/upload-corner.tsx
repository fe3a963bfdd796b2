// Where the frame shows uploads: nothing is loaded before there is one.
import { lazy, Suspense } from 'react'
import { useUploads } from './upload-store.ts'

const UploadTray = lazy(async () => ({ default: (await import('./upload-tray.tsx')).UploadTray }))

/** Belongs into the frame of the app, once. Uploads survive moving from page to page. */
export function UploadCorner() {
  if (useUploads().length === 0) return null
  return (
    <Suspense>
      <UploadTray />
    </Suspense>
  )
}
