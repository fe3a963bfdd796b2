// Where the frame shows uploads: nothing is loaded before there is one.
import { lazy, Suspense, useEffect } from 'react'
import { leftBehind } from './kept-uploads.ts'
import { useUploads } from './upload-store.ts'

const UploadTray = lazy(async () => ({ default: (await import('./upload-tray.tsx')).UploadTray }))

/** Belongs into the frame of the app, once. Uploads survive moving from page to page. */
export function UploadCorner() {
  useEffect(() => {
    if (leftBehind > 0) void import('./tell-left-behind.ts').then(({ tellLeftBehind }) => tellLeftBehind())
  }, [])
  if (useUploads().length === 0) return null
  return (
    <Suspense>
      <UploadTray />
    </Suspense>
  )
}
