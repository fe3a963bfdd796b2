// A Word document with its layout, and find.
import { useEffect, useRef, useState } from 'react'
import { Loading } from '../../components/loading.tsx'
import { FindBar } from '../find/find-bar.tsx'
import { markStyles } from '../find/find-in-text.ts'
import { useFindInText } from '../find/use-find-in-text.ts'
import { useFindKey } from '../find/use-find-key.ts'
import { loadBytes, mostBytesOf } from '../load-bytes.ts'
import { NoPreview } from '../no-preview.tsx'
import { PreviewFrame } from '../preview-frame.tsx'
import { contentUrl, type Previewed, type PreviewPosition } from '../previewed.ts'
import { ScrollRegion } from '../scroll-region.tsx'
import { previewTexts as texts } from '../texts.ts'
import { drawDocx } from './docx-engine.ts'
import { pageStyles } from './docx-styles.ts'
import classes from './documents.module.css'
import { showForeign } from './shadow-document.ts'

export function DocxPreview({ file, position }: { file: Previewed; position: PreviewPosition }) {
  const host = useRef<HTMLDivElement>(null)
  const root = useRef<ShadowRoot>(null)
  const frame = useRef<HTMLDivElement>(null)
  const findField = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  useFindKey(frame, findField)

  useEffect(() => {
    const leaving = new AbortController()
    const open = async () => {
      const drawn = await drawDocx(await loadBytes(contentUrl(file), leaving.signal))
      if (leaving.signal.aborted || !host.current) return
      root.current = showForeign(host.current, {
        ...drawn,
        styles: [...drawn.styles, pageStyles, markStyles],
      })
      setState('shown')
    }
    open().catch(() => leaving.signal.aborted || setState('failed'))
    return () => leaving.abort()
  }, [file])
  const { hits, find, step } = useFindInText(root, state === 'shown', position.find)

  if (file.size > mostBytesOf.document) return <NoPreview file={file} reason="too-large" />
  if (state === 'failed') return <NoPreview file={file} reason="damaged" />
  return (
    <PreviewFrame
      ref={frame}
      tools={
        state === 'loading' ? (
          <Loading label={texts.loading} />
        ) : (
          <FindBar initial={position.find} field={findField} hits={hits} onFind={find} onStep={step} />
        )
      }
    >
      <ScrollRegion className={classes.scroll} label={texts.document(file.name)}>
        <div ref={host} className={classes.foreign} />
      </ScrollRegion>
    </PreviewFrame>
  )
}
