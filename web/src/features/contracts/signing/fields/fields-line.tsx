// How many fields there are, and the way to place them.
import { Button } from '@mantine/core'
import { useFormat } from '../../../../components/format-context.ts'
import { lazily } from '../../../../components/lazily.tsx'
import classes from '../signing.module.css'
import type { PageSize, PlacedField } from './placed-fields.ts'
import { placeTexts as texts } from './place-texts.ts'

const PlaceFields = lazily(() => import('./place-fields.tsx'), 'PlaceFields')

export function FieldsLine(props: {
  document: { fileId: number; version: number }
  pages: readonly PageSize[]
  signers: readonly string[]
  fields: readonly PlacedField[]
  onChange: (fields: readonly PlacedField[]) => void
  /** Whether they are being placed. */
  open: boolean
  onOpen: (open: boolean) => void
  /** The signing service that finds places for the others; undefined for a page at the end. */
  service: string | undefined
}) {
  const { document, pages, signers, fields, onChange, open, onOpen, service } = props
  const format = useFormat()
  const atEnd = signers.flatMap((name, index) =>
    fields.some((each) => each.signer === index + 1 && each.kind === 'Signature' && each.required)
      ? []
      : [texts.signerName(index + 1, name)],
  )
  const places = service === undefined ? texts.atEnd : texts.asServiceHas(service)
  const rest = fields.length > 0 && atEnd.length > 0 ? ` ${places(format.list(atEnd))}` : ''
  const none = service === undefined ? texts.none : texts.noneElsewhere(service)
  return (
    <section className={classes.fields} aria-label={texts.label}>
      <div>
        <div className={classes.name}>{texts.label}</div>
        <div className={classes.lead}>
          {fields.length === 0 ? none : `${texts.some(fields.length)}${rest}`}
        </div>
      </div>
      <Button size="xs" variant="default" onClick={() => onOpen(true)}>
        {texts.open}
      </Button>
      {open ? (
        <PlaceFields
          document={document}
          pages={pages}
          signers={signers}
          fields={fields}
          onChange={onChange}
          onClose={() => onOpen(false)}
        />
      ) : null}
    </section>
  )
}
