// One field after the other: what is filled in, and the way to the next.
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Drawn, SignaturePad } from '../signature-pad.tsx'
import classes from '../signing.module.css'
import { fillTexts as texts, kindTexts } from './fill-texts.ts'
import { emptyOnes, type FieldValues, type OwnField } from './own-fields.ts'

/** The pictures of the signer, as far as they have made them. */
export interface Pictures {
  readonly signature: Drawn | undefined
  readonly initials: Drawn | undefined
}

interface Props {
  /** Those that are filled in by hand, in reading order. */
  fields: readonly OwnField[]
  values: FieldValues
  pictures: Pictures
  name: string
  /** The index of the one that is filled in; undefined before they have begun. */
  at: number | undefined
  onGo: (at: number) => void
  onValue: (field: number, value: string | boolean) => void
  onPicture: (which: keyof Pictures, drawn: Drawn | undefined) => void
}

export function FieldStep(props: Props) {
  const { fields, values, at, onGo } = props
  const field = at === undefined ? undefined : fields[at]
  const empty = emptyOnes(fields, values)
  const [nextEmpty] = empty.filter((each) => each !== field)
  return (
    <section className={classes.form} aria-label={texts.title}>
      {field && at !== undefined ? (
        <>
          <div className={classes.quiet}>{texts.step(at + 1, fields.length, field.page)}</div>
          <Input key={field.field} {...props} field={field} />
        </>
      ) : (
        <p className={classes.text}>{texts.lead(fields.length)}</p>
      )}
      <div className={classes.acts}>
        {field && at !== undefined ? (
          <>
            <Button variant="default" size="sm" disabled={at === 0} onClick={() => onGo(at - 1)}>
              {texts.back}
            </Button>
            <Button size="sm" disabled={at >= fields.length - 1} onClick={() => onGo(at + 1)}>
              {texts.next}
            </Button>
          </>
        ) : (
          <Button size="sm" onClick={() => onGo(0)}>
            {texts.start}
          </Button>
        )}
        {field && nextEmpty ? (
          <Button variant="subtle" size="sm" onClick={() => onGo(fields.indexOf(nextEmpty))}>
            {texts.goToEmpty}
          </Button>
        ) : null}
      </div>
      <output className={classes.quiet}>
        {empty.length === 0 ? texts.allFilled : texts.left(empty.length)}
      </output>
    </section>
  )
}

function Input(props: Props & { field: OwnField }) {
  const { field, values, onValue } = props
  const { kind, required } = field
  const label = field.label ?? kindTexts[kind]
  const value = values.get(field.field)
  const hint = required ? undefined : texts.optional
  if (kind === 'Signature' || kind === 'Initials') return <PictureInput {...props} />
  if (kind === 'Tick')
    return (
      <Checkbox
        label={label}
        description={hint}
        checked={value === true}
        onChange={(event) => onValue(field.field, event.currentTarget.checked)}
      />
    )
  return (
    <TextInput
      label={label}
      description={hint}
      required={required}
      maxLength={500}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onValue(field.field, event.currentTarget.value)}
    />
  )
}

/** A signature or initials: made once, and put wherever they go. */
function PictureInput({ field, values, pictures, name, onValue, onPicture }: Props & { field: OwnField }) {
  const isInitials = field.kind === 'Initials'
  const which = isInitials ? 'initials' : 'signature'
  const [made] = useState(pictures[which] !== undefined)
  const [changing, setChanging] = useState(false)
  const drawn = pictures[which]
  const title = isInitials ? texts.yourInitials : texts.yourSignature
  return (
    <>
      {made && drawn && !changing ? (
        <>
          <img className={classes.paper} src={`data:image/png;base64,${drawn.picture}`} alt={title} />
          <Button
            variant="default"
            size="xs"
            style={{ alignSelf: 'start' }}
            onClick={() => setChanging(true)}
          >
            {texts.change}
          </Button>
        </>
      ) : (
        <SignaturePad
          name={isInitials ? initialsOf(name) : name}
          label={title}
          {...(isInitials ? { typed: title, kind: 'initials' } : {})}
          onChange={(next) => onPicture(which, next)}
        />
      )}
      <Checkbox
        label={isInitials ? texts.initialHere : texts.signHere}
        description={field.required ? undefined : texts.optional}
        disabled={drawn === undefined}
        checked={values.get(field.field) === true}
        onChange={(event) => onValue(field.field, event.currentTarget.checked)}
      />
    </>
  )
}

/** "Helena Marsh" signs with HM. */
const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
    .slice(0, 6)
