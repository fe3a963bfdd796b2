// What a signer has filled in and drawn so far. It stays when the document has to be read again.
import { useState } from 'react'
import type { Proven } from '../signing.ts'
import type { Pictures } from './field-step.tsx'
import {
  emptyOnes,
  type FieldValues,
  inReadingOrder,
  isFilledByHand,
  type OwnField,
  sentValues,
} from './own-fields.ts'

export type Filling = ReturnType<typeof useFilling>

/** `proven` is undefined for those who do not sign any more. */
export function useFilling(proven: Proven | undefined) {
  const fields = proven?.fields ?? noFields
  const [values, setValues] = useState<FieldValues>(
    () =>
      new Map(
        fields.flatMap(({ field, kind }) =>
          kind === 'Title' && proven?.title ? [[field, proven.title] as const] : [],
        ),
      ),
  )
  const [pictures, setPictures] = useState<Pictures>({ signature: undefined, initials: undefined })
  const [at, setAt] = useState<number>()
  const kindOf = { signature: 'Signature', initials: 'Initials' } as const
  const { signature, initials } = pictures
  return {
    fields,
    byHand: inReadingOrder(fields).filter(isFilledByHand),
    values,
    pictures,
    at,
    setAt,
    setValue: (field: number, value: string | boolean) => setValues((now) => new Map(now).set(field, value)),
    setPicture(which: keyof Pictures, drawn: Pictures[keyof Pictures]) {
      setPictures((now) => ({ ...now, [which]: drawn }))
      if (drawn) return
      // without it, it is nowhere
      const gone = fields.filter(({ kind }) => kind === kindOf[which])
      setValues((now) => new Map([...now].filter(([field]) => !gone.some((each) => each.field === field))))
    },
    empty: emptyOnes(fields, values),
    /** Whether the signature goes on the page at the end: it has no place that must be filled in. */
    signsAtEnd: !fields.some(({ kind, required }) => kind === 'Signature' && required),
    /** What is sent, as soon as there is a signature. */
    made: signature && {
      ...signature,
      ...(initials ? { initials: initials.picture } : {}),
      fields: sentValues(fields, values),
    },
  }
}

const noFields: readonly OwnField[] = []
