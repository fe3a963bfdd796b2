// The document that a signer reads, with their fields on it, and whether they have come to its end.
import { Button } from '@mantine/core'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { PageField, ZoomTools } from '../../preview/document-tools.tsx'
import type { PdfState } from '../../preview/pdf/pdf-engine.ts'
import { PdfPages, type PdfPagesView } from '../../preview/pdf/pdf-pages.tsx'
import { FieldMarks } from './fields/field-marks.tsx'
import type { Filling } from './fields/use-filling.ts'
import classes from './signing.module.css'
import { signTexts as texts } from './texts.ts'

export function ShownPdf(props: {
  bytes: Uint8Array<ArrayBuffer>
  filling: Filling
  name: string
  ref: Ref<PdfPagesView>
  onRead: () => void
}) {
  const { bytes, filling, name, ref, onRead } = props
  const { fields, byHand, values, pictures, at } = filling
  const pages = useRef<PdfPagesView>(null)
  const controls = {
    goToPage: (page: number) => pages.current?.goToPage(page),
    zoomBy: (steps: number) => pages.current?.zoomBy(steps),
    fit: (how: 'page-width' | 'page-fit') => pages.current?.fit(how),
  }
  useImperativeHandle(ref, () => ({
    ...controls,
    show: (place) => pages.current?.show(place),
    middle: () => pages.current?.middle(),
  }))
  const [state, setState] = useState<PdfState>()
  const [failed, setFailed] = useState(false)
  const onState = (next: PdfState) => {
    setState(next)
    if (next.page === next.pages) onRead()
  }
  return (
    <>
      {failed ? <p className={classes.text}>{texts.notThere}</p> : null}
      {state ? (
        <div className={classes.tools}>
          <PageField position={state} controls={controls} />
          <ZoomTools position={state} controls={controls} />
        </div>
      ) : null}
      <div className={classes.pages} data-document data-fields={fields.length > 0 || undefined}>
        <PdfPages
          ref={pages}
          source={bytes}
          label={texts.pages}
          loading={texts.loading}
          onState={onState}
          onFailed={() => setFailed(true)}
        >
          {(boxes) => (
            <FieldMarks
              pages={boxes}
              fields={fields}
              values={values}
              pictures={pictures}
              name={name}
              current={at === undefined ? undefined : byHand[at]?.field}
              onSelect={(field) => filling.setAt(byHand.findIndex((each) => each.field === field))}
            />
          )}
        </PdfPages>
      </div>
      {state && state.page < state.pages ? (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'start' }}
          onClick={() => pages.current?.goToPage(state.pages)}
        >
          {texts.toEnd}
        </Button>
      ) : null}
    </>
  )
}
