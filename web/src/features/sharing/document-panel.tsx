// A document at an address from a mail: shown if browsers can show it, and downloaded.
import { Button } from '@mantine/core'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { type ComponentType, useMemo } from 'react'
import { lazily } from '../../components/lazily.tsx'
import { Loading } from '../../components/loading.tsx'
import { Panel } from '../../components/panel.tsx'
import { saveBytes } from '../../lib/save-bytes.ts'
import { previewKind } from '../../preview/previewed.ts'
import classes from '../signing/signing.module.css'
import { shareTexts as texts } from './texts.ts'

const Preview = lazily(() => import('../../preview/preview.tsx'), 'Preview', <Loading />)

/** `read` gets its bytes, which are kept under `queryKey`; `Problem` says why there are none. */
export function DocumentPanel(props: {
  queryKey: QueryKey
  read: () => Promise<ArrayBuffer>
  document: { readonly name: string; readonly contentType: string }
  Problem: ComponentType<{ error: Error | null }>
}) {
  const { queryKey, read, document, Problem } = props
  const { name, contentType } = document
  const content = useQuery({
    queryKey,
    queryFn: read,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const bytes = content.data
  const file = useMemo(
    () => bytes && { fileId: 0, version: 1, name, contentType, size: bytes.byteLength, bytes },
    [bytes, name, contentType],
  )
  const isShown = ['pdf', 'docx'].includes(previewKind(document))
  return (
    <Panel title={name}>
      {content.isPending ? <Loading label={texts.loading} /> : null}
      <Problem error={content.error} />
      {file && bytes ? (
        <>
          <div className={classes.acts}>
            <Button variant="default" size="xs" onClick={() => saveBytes(bytes, contentType, name)}>
              {texts.download}
            </Button>
          </div>
          {isShown ? (
            <div className={classes.preview} data-document>
              <Preview file={file} />
            </div>
          ) : (
            <p className={classes.text}>{texts.noPreview}</p>
          )}
        </>
      ) : null}
    </Panel>
  )
}
