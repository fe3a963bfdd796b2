// What has a text but no drawing here (workbooks, presentations, web pages): its paragraphs as the server reads them.
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Loading } from '../../components/loading.tsx'
import { FindBar } from '../find/find-bar.tsx'
import { useFindInText } from '../find/use-find-in-text.ts'
import { useFindKey } from '../find/use-find-key.ts'
import { NoPreview } from '../no-preview.tsx'
import { PreviewFrame } from '../preview-frame.tsx'
import type { Previewed, PreviewPosition } from '../previewed.ts'
import { ScrollRegion } from '../scroll-region.tsx'
import { previewTexts as texts } from '../texts.ts'
import { type Paragraph, versionTextQuery } from '../version-text.ts'
import classes from './documents.module.css'

const mostParagraphs = 5_000

export function TextPreview({ file, position }: { file: Previewed; position: PreviewPosition }) {
  const text = useQuery(versionTextQuery(file))
  const content = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const findField = useRef<HTMLInputElement>(null)
  const isRead = text.data !== undefined && text.data.state !== 'Pending'
  const { hits, find, step } = useFindInText(content, isRead, position.find)
  useFindKey(frame, findField)
  if (text.isError) return <ErrorAlert error={text.error} title={texts.failedTitle} />
  if (!isRead) return <Loading label={text.data ? texts.unreadText : texts.loading} />
  if (text.data.state !== 'Text') {
    return <NoPreview file={file} reason={text.data.state === 'NoText' ? 'no-text' : 'unknown'} />
  }
  return (
    <PreviewFrame
      ref={frame}
      note={texts.shownAsText}
      tools={<FindBar initial={position.find} field={findField} hits={hits} onFind={find} onStep={step} />}
    >
      <ScrollRegion ref={content} className={classes.scroll} label={texts.document(file.name)}>
        <div className={classes.paper}>
          <Paragraphs paragraphs={text.data.paragraphs.slice(0, mostParagraphs)} />
        </div>
      </ScrollRegion>
    </PreviewFrame>
  )
}

function Paragraphs({ paragraphs }: { paragraphs: readonly Paragraph[] }) {
  return paragraphs.map(({ text, page, level }, place) => {
    const turns = typeof page === 'number' && page !== (paragraphs[place - 1]?.page ?? page)
    return (
      <div key={place}>
        {turns && <p className={classes.page}>{texts.pageMark(page)}</p>}
        <p className={typeof level !== 'number' ? undefined : classes.heading}>{text}</p>
      </div>
    )
  })
}
