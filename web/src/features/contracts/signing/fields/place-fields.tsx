// The pages of a document, on which fields are placed by mouse or keyboard.
import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { Modal } from '../../../../components/floating/modal.tsx'
import { PdfPages, type PdfPagesView } from '../../../../preview/pdf/pdf-pages.tsx'
import { contentUrl } from '../../../../preview/previewed.ts'
import { FieldDetails } from './field-details.tsx'
import { FieldMark } from './field-mark.tsx'
import classes from './place-fields.module.css'
import {
  type FieldKind,
  fieldKinds,
  mostFields,
  newField,
  onPage,
  type PageSize,
  type PlacedField,
} from './placed-fields.ts'
import { kindTexts } from '../../../signing/fields/fill-texts.ts'
import { placeTexts as texts } from './place-texts.ts'
import { SignerChoice } from './signer-choice.tsx'

interface Props {
  document: { fileId: number; version: number }
  pages: readonly PageSize[]
  /** The names of the signers, in their order. */
  signers: readonly string[]
  fields: readonly PlacedField[]
  onChange: (fields: readonly PlacedField[]) => void
  onClose: () => void
}

export function PlaceFields({ document, pages, signers, fields, onChange, onClose }: Props) {
  const view = useRef<PdfPagesView>(null)
  const [signer, setSigner] = useState(1)
  const [chosen, setChosen] = useState<number>()
  const [failed, setFailed] = useState(false)
  const [ready, setReady] = useState(false)
  const set = (changed: PlacedField) =>
    onChange(fields.map((each) => (each.key === changed.key ? onPage(changed, pages) : each)))
  const add = (kind: FieldKind) => {
    const at = view.current?.middle()
    if (!at) return
    const field = onPage(newField(kind, signer, { fields, at }), pages)
    onChange([...fields, field])
    setChosen(field.key)
  }
  const remove = (key: number) => {
    onChange(fields.filter((each) => each.key !== key))
    setChosen(undefined)
  }
  const choose = (field: PlacedField) => {
    setChosen(field.key)
    view.current?.show(field)
  }
  const selected = fields.find(({ key }) => key === chosen)
  return (
    <Modal opened onClose={onClose} title={texts.title} fullScreen classNames={{ body: classes.body ?? '' }}>
      <div className={classes.tools}>
        <SignerChoice label={texts.signer} signers={signers} value={signer} onChange={setSigner} />
        <fieldset className={classes.kinds}>
          <legend>{texts.add}</legend>
          {fieldKinds.map((kind) => (
            <Button
              key={kind}
              size="xs"
              variant="default"
              disabled={!ready || fields.length >= mostFields}
              onClick={() => add(kind)}
            >
              {kindTexts[kind]}
            </Button>
          ))}
        </fieldset>
      </div>
      <p className={classes.help}>{fields.length >= mostFields ? texts.most : texts.help}</p>
      <div className={classes.work}>
        <div className={classes.document}>
          {failed ? <p className={classes.help}>{texts.failed}</p> : null}
          <PdfPages
            ref={view}
            source={contentUrl(document)}
            label={texts.pages}
            loading={texts.loading}
            onState={() => setReady(true)}
            onFailed={() => setFailed(true)}
          >
            {(boxes) =>
              fields.map((field) => (
                <FieldMark
                  key={field.key}
                  field={field}
                  boxes={boxes}
                  isChosen={field.key === chosen}
                  onChoose={() => setChosen(field.key)}
                  onChange={set}
                  onRemove={() => remove(field.key)}
                />
              ))
            }
          </PdfPages>
        </div>
        <FieldDetails
          fields={fields}
          selected={selected}
          signers={signers}
          pages={pages.length}
          onChoose={choose}
          onChange={(field) => {
            set(field)
            if (field.page !== selected?.page) view.current?.goToPage(field.page)
          }}
          onRemove={remove}
        />
      </div>
      <div className={classes.end}>
        <Button size="sm" onClick={onClose}>
          {texts.done}
        </Button>
      </div>
    </Modal>
  )
}
