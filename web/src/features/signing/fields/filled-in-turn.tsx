// The fields of a signer in turn; the document follows.
import { FieldStep } from './field-step.tsx'
import type { OwnField } from './own-fields.ts'
import type { Filling } from './use-filling.ts'

export function FilledInTurn(props: { filling: Filling; name: string; show: (field: OwnField) => void }) {
  const { filling, name, show } = props
  const { byHand, values, pictures, at, setAt, setValue, setPicture } = filling
  const go = (next: number) => {
    setAt(next)
    const field = byHand[next]
    if (field) show(field)
  }
  return (
    <FieldStep
      fields={byHand}
      values={values}
      pictures={pictures}
      name={name}
      at={at}
      onGo={go}
      onValue={setValue}
      onPicture={setPicture}
    />
  )
}
