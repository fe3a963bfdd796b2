// A picture, fitted to the width or in its own size.
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { decodeText, loadBytes, mostBytesOf } from '../load-bytes.ts'
import { NoPreview } from '../no-preview.tsx'
import { PreviewFrame } from '../preview-frame.tsx'
import { contentUrl, type Previewed } from '../previewed.ts'
import { ScrollRegion } from '../scroll-region.tsx'
import { previewTexts as texts } from '../texts.ts'
import classes from './documents.module.css'

export function ImagePreview({ file }: { file: Previewed }) {
  const isDrawing = file.contentType === 'image/svg+xml'
  const address = useAddress(file, isDrawing)
  const [full, setFull] = useState(false)
  const [failed, setFailed] = useState(false)
  if (file.size > (isDrawing ? mostBytesOf.drawing : mostBytesOf.image)) {
    return <NoPreview file={file} reason="too-large" />
  }
  if (failed || address === 'failed') return <NoPreview file={file} reason="damaged" />
  return (
    <PreviewFrame
      tools={
        <Button variant="default" size="compact-sm" onClick={() => setFull(!full)}>
          {full ? texts.fitWidth : texts.zoomFull}
        </Button>
      }
    >
      <ScrollRegion
        className={classes.picture}
        label={texts.document(file.name)}
        zoom={full ? 'full' : 'fit'}
      >
        {address === undefined ? null : (
          <img src={address} alt={texts.imageOf(file.name)} onError={() => setFailed(true)} />
        )}
      </ScrollRegion>
    </PreviewFrame>
  )
}

/**
 * Where the picture is loaded from. A drawing (SVG) is downloaded without its type, so that no browser opens it as a
 * page: it is handed over as data, and in an image nothing of it runs or loads.
 */
function useAddress(file: Previewed, isDrawing: boolean): string | undefined {
  const [drawing, setDrawing] = useState<string>()
  const url = contentUrl(file)
  useEffect(() => {
    if (!isDrawing || file.size > mostBytesOf.drawing) return
    const leaving = new AbortController()
    loadBytes(url, leaving.signal).then(
      (bytes) => setDrawing(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(decodeText(bytes))}`),
      () => leaving.signal.aborted || setDrawing('failed'),
    )
    return () => leaving.abort()
  }, [url, isDrawing, file.size])
  return isDrawing ? drawing : url
}
