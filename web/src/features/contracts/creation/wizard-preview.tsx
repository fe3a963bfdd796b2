// The document that a wizard writes, with the answers so far. It is drawn again as typing stops, and stays where it was
// read.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Loading } from '../../../components/loading.tsx'
import { answer, client } from '../../../lib/client.ts'
import { useDebouncedValue } from '../../../lib/debounced.ts'
import { hasStatus } from '../../../lib/refusal.ts'
import { pageStyles } from '../../../preview/documents/docx-styles.ts'
import documents from '../../../preview/documents/documents.module.css'
import { viewDocx } from '../../../preview/documents/docx-view.ts'
import { showForeign } from '../../../preview/documents/shadow-document.ts'
import { ScrollRegion } from '../../../preview/scroll-region.tsx'
import classes from '../../create/create.module.css'
import { contractCreationTexts as texts } from './texts.ts'

const SETTLED = 500

interface Answered {
  readonly typeId: number
  readonly name: string
  readonly fields: Readonly<Record<string, unknown>>
}

export function WizardPreview(answered: Answered) {
  const preview = usePreview(answered)
  const host = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const { data } = preview
  useEffect(() => {
    if (!host.current || !scroller.current || !data) return undefined
    const root = showForeign(host.current, { ...data, styles: [...data.styles, pageStyles] })
    // as wide as there is room, and again when there is more or less of it
    return viewDocx(scroller.current, root, () => undefined).close
  }, [data])
  const isWrong = hasStatus(preview.error, 400)
  return (
    <section className={classes.preview} aria-label={texts.preview}>
      <div className={classes.previewHead}>
        <h2 className={classes.previewTitle}>{texts.preview}</h2>
        <span className={classes.hint}>{noteOf(isWrong, preview.isFetching && data !== undefined)}</span>
      </div>
      <div className={classes.paper}>
        {preview.isError && !isWrong ? (
          <ErrorAlert error={preview.error} title={texts.previewFailed} />
        ) : null}
        {preview.isPending ? <Loading /> : null}
        <ScrollRegion ref={scroller} className={documents.scroll} label={texts.previewText}>
          <div ref={host} className={documents.foreign} />
        </ScrollRegion>
      </div>
    </section>
  )
}

function noteOf(isWrong: boolean, isUpdating: boolean): string {
  if (isWrong) return texts.previewStopped
  return isUpdating ? texts.previewUpdating : texts.previewHint
}

function usePreview(answered: Answered) {
  // compared as text: the object is another one each time
  const settled = useDebouncedValue(JSON.stringify(answered), SETTLED)
  return useQuery({
    queryKey: ['wizard-preview', settled],
    queryFn: async ({ signal }) => {
      const { typeId, name, fields } = JSON.parse(settled) as Answered
      const bytes: unknown = await answer(
        client.POST('/v2/contractTypes/{typeId}/preview', {
          params: { path: { typeId } },
          body: name === '' ? { fields } : { name, fields },
          parseAs: 'arrayBuffer',
          signal,
        }),
      )
      const { drawDocx } = await import('../../../preview/documents/docx-engine.ts')
      return drawDocx(bytes as ArrayBuffer)
    },
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
}
