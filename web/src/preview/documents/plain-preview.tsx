// Plain text, and tables of comma-separated values.
import { useEffect, useRef, useState } from 'react'
import { Loading } from '../../components/loading.tsx'
import { FindBar } from '../find/find-bar.tsx'
import { useFindInText } from '../find/use-find-in-text.ts'
import { useFindKey } from '../find/use-find-key.ts'
import { decodeText, loadBytes, mostBytesOf } from '../load-bytes.ts'
import { NoPreview } from '../no-preview.tsx'
import { PreviewFrame } from '../preview-frame.tsx'
import { contentUrl, type Previewed, type PreviewPosition } from '../previewed.ts'
import { ScrollRegion } from '../scroll-region.tsx'
import { previewTexts as texts } from '../texts.ts'
import { csvRows } from './csv-rows.ts'
import classes from './documents.module.css'

const mostRows = 2_000

interface Props {
  file: Previewed
  position: PreviewPosition
  asTable?: boolean
}

export function PlainPreview({ file, position, asTable = false }: Props) {
  const text = usePlainText(file)
  const content = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const findField = useRef<HTMLInputElement>(null)
  const { hits, find, step } = useFindInText(content, typeof text === 'string', position.find)
  useFindKey(frame, findField)
  if (text === false) return <NoPreview file={file} reason="damaged" />
  const isCut = file.size > mostBytesOf.plain
  return (
    <PreviewFrame
      ref={frame}
      tools={
        text === undefined ? (
          <Loading label={texts.loading} />
        ) : (
          <FindBar initial={position.find} field={findField} hits={hits} onFind={find} onStep={step} />
        )
      }
      note={isCut ? texts.beginningOnly('2 MB', `${Math.round(file.size / 1_000_000)} MB`) : undefined}
    >
      <ScrollRegion
        ref={content}
        className={asTable ? classes.sheet : classes.scroll}
        label={texts.document(file.name)}
      >
        {text === undefined ? null : asTable ? (
          <Rows text={text} />
        ) : (
          <div className={classes.paper}>
            <pre className={classes.plain}>{text}</pre>
          </div>
        )}
      </ScrollRegion>
    </PreviewFrame>
  )
}

/** The text; undefined while it loads, false if it could not be loaded. */
function usePlainText(file: Previewed): string | undefined | false {
  const [text, setText] = useState<string | false>()
  const url = contentUrl(file)
  useEffect(() => {
    const leaving = new AbortController()
    loadBytes(url, leaving.signal, mostBytesOf.plain).then(
      (bytes) => setText(decodeText(bytes)),
      () => leaving.signal.aborted || setText(false),
    )
    return () => leaving.abort()
  }, [url])
  return text
}

function Rows({ text }: { text: string }) {
  const rows = csvRows(text, mostRows + 1)
  const [head = [], ...body] = rows.slice(0, mostRows)
  return (
    <>
      <table>
        <thead>
          <tr>
            {head.map((cell, column) => (
              <th key={column} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > mostRows && <p>{texts.rowsOnly(mostRows)}</p>}
    </>
  )
}
